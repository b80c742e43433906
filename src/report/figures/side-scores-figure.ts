import type { TaskName } from '../../experiments/task-name.ts';
import type { ScorePair } from '../../results/comparison.ts';
import { fractionRange } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import type { Figure } from './figure.ts';
import { minDrawnUnits } from './findings-figure.ts';
import { type Dot, dotPanels, shareDomain } from './marks/dot-panels.ts';
import { numberText } from './marks/number-text.ts';

/** Returns a figure of two sides' scores on the units that both have: a row per side, a panel per experiment. */
export function sideScoresFigure(
  scores: readonly ScorePair[],
  names: { readonly a: string; readonly b: string },
  taskOf: TaskName,
): Figure {
  const named = { name: 'both-scores', title: 'Both scores on the units that both have' };
  const drawn = scores.filter(({ units }) => units >= minDrawnUnits);
  if (drawn.length === 0) return { ...named, kind: 'absent', reason: `needs ${minDrawnUnits} units that both have` };
  const dots = drawn.flatMap((pair): readonly Dot[] => [
    dotOf({ ...pair, task: taskOf(pair.experiment) }, names.a, { value: pair.a, interval: pair.intervalA }),
    dotOf({ ...pair, task: taskOf(pair.experiment) }, names.b, { value: pair.b, interval: pair.intervalB }),
  ]);
  return {
    ...named,
    kind: 'drawn',
    caption:
      'Dot: share of executions that the prediction matches, with its 95 % interval. The axis is the same in every panel.',
    ...dotPanels({
      panels: drawn.map(({ experiment }) => ({
        name: taskOf(experiment),
        domain: shareDomain,
        reference: null,
        format: 'share',
      })),
      dots,
      marks: [],
      kinds: [],
    }),
  };
}

interface Drawn {
  readonly value: number | null;
  readonly interval: readonly [number, number] | null;
}

function dotOf({ task, units }: ScorePair & { readonly task: string }, name: string, { value, interval }: Drawn): Dot {
  const label = oneLine(name, 60);
  const shown = value === null ? 'n/a' : numberText(value, 'share');
  const range = interval === null ? '' : ` ${fractionRange(interval)}`;
  return {
    ...{ label, panel: task, value, source: 'own' },
    ...{ low: interval?.[0] ?? null, high: interval?.[1] ?? null },
    tip: `${label} · ${task} · ${shown}${range} · n = ${units}`,
  };
}
