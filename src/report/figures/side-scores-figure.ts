import type { ScorePair } from '../../analyze/compare/compare-sides.ts';
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
): Figure {
  const named = { name: 'both-scores', title: 'Both scores on the units that both have' };
  const drawn = scores.filter(({ units }) => units >= minDrawnUnits);
  if (drawn.length === 0) return { ...named, kind: 'absent', reason: `needs ${minDrawnUnits} units that both have` };
  const dots = drawn.flatMap((pair): readonly Dot[] => [
    dotOf(pair, names.a, { value: pair.a, interval: pair.intervalA }),
    dotOf(pair, names.b, { value: pair.b, interval: pair.intervalB }),
  ]);
  return {
    ...named,
    kind: 'drawn',
    caption:
      'Dot: share of executions that the prediction matches, with its 95 % interval. The axis is the same in every panel.',
    ...dotPanels({
      panels: drawn.map(({ experiment }) => ({
        name: experiment,
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

function dotOf({ experiment, units }: ScorePair, name: string, { value, interval }: Drawn): Dot {
  const label = oneLine(name, 60);
  const shown = value === null ? 'n/a' : numberText(value, 'share');
  const range = interval === null ? '' : ` ${fractionRange(interval)}`;
  return {
    ...{ label, panel: experiment, value, source: 'own' },
    ...{ low: interval?.[0] ?? null, high: interval?.[1] ?? null },
    tip: `${label} · ${experiment} · ${shown}${range} · n = ${units}`,
  };
}
