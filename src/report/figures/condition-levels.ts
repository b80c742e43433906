import type { ConditionSpread } from '../../analyze/conditions.ts';
import type { TaskName } from '../../experiments/task-name.ts';
import { factorName, measureName } from '../../measures/words.ts';
import { oneLine } from '../../util/text.ts';
import { headlines, labelling } from './condition-spread.ts';
import type { Figure } from './figure.ts';
import { type Dot, dotPanels } from './marks/dot-panels.ts';
import { intervalText, numberText } from './marks/number-text.ts';
import { countOf, isOne } from './marks/title-words.ts';
import { slug } from './render/slug.ts';

const maxLevelWidth = 24; // columns

/** Returns, for each experiment, a figure of the effects of another wording, order, mode, language or system prompt. */
export function conditionLevels(spreads: readonly ConditionSpread[], taskOf: TaskName): readonly Figure[] {
  const chosen = headlines(spreads).filter(({ factors }) => factors.length > 0);
  const label = labelling(chosen);
  return [...Map.groupBy(chosen, ({ experiment }) => experiment)].map(([experiment, own]): Figure => {
    const models = new Set(own.map(label)).size;
    const panel = `difference of ${measureName(own[0]?.measure ?? '')}`;
    return {
      kind: 'drawn',
      name: `condition-levels-${slug(experiment)}`,
      title: titleOf(own, taskOf(experiment)) ?? `${taskOf(experiment)}: effect of each level`,
      caption:
        'Mean over the conditions of the first level minus mean over those of the second, paired by groups of items, with 95 % intervals that are not corrected for multiple comparisons. An interval that contains 0 shows neither a change nor its absence.',
      ...dotPanels({
        panels: [{ name: panel, domain: null, reference: 0, format: 'share' }],
        dots: own.flatMap((spread) => dotsOf(spread, { panel, model: models > 1 ? `${label(spread)} · ` : '' })),
        marks: [],
        kinds: [],
      }),
    };
  });
}

/** The finding: the one difference, or how many of several have an interval without zero. */
function titleOf(spreads: readonly ConditionSpread[], task: string): string | null {
  const all = spreads.flatMap(({ unit, factors }) => factors.map((factor) => ({ unit, ...factor })));
  const [only, ...others] = all;
  if (only === undefined) return null;
  const { factor, first, second, difference, interval, unit } = only;
  if (others.length === 0) {
    const levels = `${oneLine(first, maxLevelWidth)} − ${oneLine(second, maxLevelWidth)}`;
    const change = difference === null ? 'n/a' : numberText(difference, unit);
    return `${task}, ${factorName(factor)} ${levels}: ${change} ${interval === null ? '(no interval)' : intervalText(interval, unit)}`;
  }
  const isOffZero = all.flatMap((each) =>
    each.interval === null ? [] : [each.interval[0] > 0 || each.interval[1] < 0],
  );
  if (isOffZero.length === 0) return `${task}: too few groups of items for intervals of the differences between levels`;
  return `${task}: ${countOf(isOffZero)} differences between levels ${isOne(isOffZero) ? 'has' : 'have'} an interval without 0`;
}

function dotsOf(
  { factors, unit }: ConditionSpread,
  { panel, model }: { readonly panel: string; readonly model: string },
): readonly Dot[] {
  return factors.map(({ factor, first, second, difference, interval }): Dot => {
    const label = `${model}${factorName(factor)}: ${oneLine(first, maxLevelWidth)} − ${oneLine(second, maxLevelWidth)}`;
    const value = difference === null ? 'n/a' : `${numberText(difference, unit)} ${intervalText(interval, unit)}`;
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
