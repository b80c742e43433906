import type { ConditionSpread } from '../../analyze/conditions.ts';
import type { TaskName } from '../../experiments/task-name.ts';
import { measureName } from '../../measures/words.ts';
import { oneLine } from '../../util/text.ts';
import type { Figure } from './figure.ts';
import { type Dot, dotPanels, shareDomain } from './marks/dot-panels.ts';
import { countText, intervalText, numberText } from './marks/number-text.ts';

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
    title: titleOf(chosen, (spread) => `${label(spread)}, ${panelOf(spread)}`) ?? named.title,
    kind: 'drawn',
    caption: 'Hollow dots: scores under single conditions. Filled dots: their mean, with a 95 % interval over items.',
    ...dotPanels({
      panels: panels.map(([name, own]) => ({
        name,
        domain: own.every(({ unit }) => unit === 'share') ? shareDomain : null,
        reference: null,
        format: 'share',
      })),
      dots: chosen.flatMap((spread) => dotsOf(spread, label(spread), panelOf(spread))),
      marks: [],
      kinds: [],
    }),
  };
}

/** The largest difference between two conditions of one model; null where no model has two values. */
function titleOf(chosen: readonly ConditionSpread[], label: (spread: ConditionSpread) => string): string | null {
  const [widest] = chosen
    .flatMap((spread) => (spread.range === null ? [] : [{ spread, width: spread.range[1] - spread.range[0] }]))
    .toSorted((a, b) => b.width - a.width);
  if (widest === undefined) return null;
  const { spread, width } = widest;
  return `Conditions move a score by up to ${numberText(width, spread.unit)} (${label(spread)})`;
}

/** Returns the first measure of each experiment, under the policy `parsed`. */
export function headlines(spreads: readonly ConditionSpread[]): readonly ConditionSpread[] {
  const first = new Map<string, string>();
  for (const { experiment, measure } of spreads) if (!first.has(experiment)) first.set(experiment, measure);
  return spreads.filter(
    ({ experiment, measure, policy, mean }) =>
      policy === 'parsed' && mean !== null && first.get(experiment) === measure,
  );
}

/** Returns labels: models by name, and by run where several runs share a model. */
export function labelling(spreads: readonly ConditionSpread[]): (spread: ConditionSpread) => string {
  const runs = Map.groupBy(spreads, ({ experiment, model }) => JSON.stringify([experiment, model]));
  return ({ experiment, model, run }) => {
    const several = (runs.get(JSON.stringify([experiment, model]))?.length ?? 0) > 1;
    return `${oneLine(model, maxLabelWidth)}${several ? ` · run ${run}` : ''}`;
  };
}

function dotsOf(spread: ConditionSpread, label: string, panel: string): readonly Dot[] {
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
