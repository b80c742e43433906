import type { TaskName } from '../../experiments/task-name.ts';
import { factorName, measureName } from '../../outcome-kinds/words.ts';
import type { ConditionSpread } from '../../results/estimate.ts';
import { oneLine } from '../../util/text.ts';
import { type Dot, dotPanels, shareDomain } from './marks/dot-panels.ts';
import { countText, differenceIntervalText, intervalText, numberText } from './marks/number-text.ts';
import { countOf, isOne } from './marks/title-words.ts';
import type { Figure } from './render/figure.ts';
import { slug } from './render/slug.ts';

const maxLabelWidth = 60; // columns

/** Returns a figure of how much the headlines vary between conditions; empty where no run has several. */
export function conditionSpread(spreads: readonly ConditionSpread[], taskOf: TaskName): readonly Figure[] {
  return spreads.length === 0 ? [] : [figureOf(spreads, taskOf)];
}

function figureOf(spreads: readonly ConditionSpread[], taskOf: TaskName): Figure {
  const panelOf = ({ experiment, measure }: ConditionSpread) => `${taskOf(experiment)}: ${measureName(measure)}`;
  const named = { name: 'scores-over-conditions', title: 'Scores over conditions' };
  const chosen = headlines(spreads);
  if (chosen.length === 0) return { ...named, kind: 'absent', reason: 'no score exists under every condition' };
  const label = labelling(chosen);
  const panels = [...Map.groupBy(chosen, panelOf)];
  return {
    ...named,
    title: spreadTitle(chosen, (spread) => `${label(spread)}, ${panelOf(spread)}`) ?? named.title,
    kind: 'drawn',
    caption: 'Hollow dots: scores under single conditions. Filled dots: their mean, with a 95 % interval over items.',
    ...dotPanels({
      panels: panels.map(([name, own]) => ({
        name,
        ...(own.every(({ unit }) => unit === 'share')
          ? { domain: shareDomain, format: 'share' as const }
          : { domain: null, format: 'number' as const }),
        reference: null,
      })),
      dots: chosen.flatMap((spread) => spreadDots(spread, label(spread), panelOf(spread))),
      marks: [],
      kinds: [],
    }),
  };
}

/** The largest difference between two conditions of one model; null where no model has two values. */
function spreadTitle(chosen: readonly ConditionSpread[], label: (spread: ConditionSpread) => string): string | null {
  const [widest] = chosen
    .flatMap((spread) => (spread.range === null ? [] : [{ spread, width: spread.range[1] - spread.range[0] }]))
    .toSorted((a, b) => b.width - a.width);
  if (widest === undefined) return null;
  const { spread, width } = widest;
  return `Conditions move a score by up to ${numberText(width, spread.unit)} (${label(spread)})`;
}

/** Returns the first measure of each experiment, under the policy `parsed`. */
function headlines(spreads: readonly ConditionSpread[]): readonly ConditionSpread[] {
  const first = new Map<string, string>();
  for (const { experiment, measure } of spreads) if (!first.has(experiment)) first.set(experiment, measure);
  return spreads.filter(
    ({ experiment, measure, policy, mean }) =>
      policy === 'parsed' && mean !== null && first.get(experiment) === measure,
  );
}

/** Returns labels: models by name, and by run where several runs share a model. */
function labelling(spreads: readonly ConditionSpread[]): (spread: ConditionSpread) => string {
  const runs = Map.groupBy(spreads, ({ experiment, model }) => JSON.stringify([experiment, model]));
  return ({ experiment, model, run }) => {
    const several = (runs.get(JSON.stringify([experiment, model]))?.length ?? 0) > 1;
    return `${oneLine(model, maxLabelWidth)}${several ? ` · run ${run}` : ''}`;
  };
}

function spreadDots(spread: ConditionSpread, label: string, panel: string): readonly Dot[] {
  const { unit, mean, interval, conditions, deviation } = spread;
  const number = (value: number) => numberText(value, unit);
  return [
    ...conditions.map(
      ({ condition, value, n }): Dot => ({
        label,
        source: 'published',
        panel,
        value,
        low: null,
        high: null,
        tip: `${label} · ${oneLine(condition, maxLabelWidth)}: ${value === null ? 'n/a' : number(value)} · n = ${countText(n)}`,
      }),
    ),
    {
      label,
      source: 'own',
      panel,
      value: mean,
      low: interval?.[0] ?? null,
      high: interval?.[1] ?? null,
      tip: `${label} · mean of ${conditions.length} conditions: ${mean === null ? 'n/a' : number(mean)} ${intervalText(interval, unit)} · SD ${deviation === null ? 'n/a' : number(deviation)}`,
    },
  ];
}

const maxLevelWidth = 24; // columns

/** Returns, for each experiment, a figure of the effects of another wording, order, mode, language or system prompt. */
export function conditionLevels(spreads: readonly ConditionSpread[], taskOf: TaskName): readonly Figure[] {
  const chosen = headlines(spreads).filter(({ factors }) => factors.length > 0);
  const label = labelling(chosen);
  return [...Map.groupBy(chosen, ({ experiment }) => experiment)].map(([experiment, own]): Figure => {
    const models = new Set(own.map(label)).size;
    const isShare = own.every(({ unit }) => unit === 'share' || unit === 'difference');
    const format = isShare ? 'difference' : 'number';
    const panel = `difference of ${measureName(own[0]?.measure ?? '')}`;
    return {
      kind: 'drawn',
      name: `condition-levels-${slug(experiment)}`,
      title: levelTitle(own, taskOf(experiment)) ?? `${taskOf(experiment)}: effect of each level`,
      caption:
        'Mean over the conditions of the first level minus mean over those of the second, paired by groups of items, with 95 % intervals that are not corrected for multiple comparisons. An interval that contains 0 shows neither a change nor its absence.',
      ...dotPanels({
        panels: [{ name: panel, domain: null, reference: 0, format }],
        dots: own.flatMap((spread) => levelDots(spread, { panel, model: models > 1 ? `${label(spread)} · ` : '' })),
        marks: [],
        kinds: [],
      }),
    };
  });
}

/** The finding: the one difference, or how many of several have an interval without zero. */
function levelTitle(spreads: readonly ConditionSpread[], task: string): string | null {
  const all = spreads.flatMap(({ unit, factors }) => factors.map((factor) => ({ unit, ...factor })));
  const [only, ...others] = all;
  if (only === undefined) return null;
  const { factor, first, second, difference, interval, unit } = only;
  if (others.length === 0) {
    const levels = `${oneLine(first, maxLevelWidth)} − ${oneLine(second, maxLevelWidth)}`;
    const change = difference === null ? 'n/a' : differenceIntervalText(difference, interval, unit);
    return `${task}, ${factorName(factor)} ${levels}: ${change}${interval === null ? ' (no interval)' : ''}`;
  }
  const isOffZero = all.flatMap((each) =>
    each.interval === null ? [] : [each.interval[0] > 0 || each.interval[1] < 0],
  );
  if (isOffZero.length === 0) return `${task}: too few groups of items for intervals of the differences between levels`;
  return `${task}: ${countOf(isOffZero)} differences between levels ${isOne(isOffZero) ? 'has' : 'have'} an interval without 0`;
}

function levelDots(
  { factors, unit }: ConditionSpread,
  { panel, model }: { readonly panel: string; readonly model: string },
): readonly Dot[] {
  return factors.map(({ factor, first, second, difference, interval }): Dot => {
    const label = `${model}${factorName(factor)}: ${oneLine(first, maxLevelWidth)} − ${oneLine(second, maxLevelWidth)}`;
    const value = difference === null ? 'n/a' : differenceIntervalText(difference, interval, unit);
    return {
      label,
      source: 'own',
      panel,
      value: difference,
      low: interval?.[0] ?? null,
      high: interval?.[1] ?? null,
      tip: `${label} · ${panel}: ${value}`,
    };
  });
}
