import type { Quantity } from '../../results/quantity.ts';
import { missingEstimate } from '../../stats/jackknife.ts';
import { CellIndex } from './cells.ts';
import { compareCells } from './compare-cells.ts';
import type { PredictionRow } from './rows.ts';

/** Accuracy of one base on one target at one number of training rows. */
interface ScalingPoint {
  readonly size: number;
  readonly accuracy: Quantity;
  /** The target's own model minus this one, at the same size; missing where the base is the target. */
  readonly advantage: Quantity;
}

/** Accuracies at nested numbers of training rows. */
interface ScalingCurve {
  readonly base: string;
  readonly target: string;
  readonly points: readonly ScalingPoint[];
  /** Accuracy gained by the last doubling of rows, (S[n] - S[m]) / log2(n / m), paired by string. */
  readonly lastDoubling: Quantity;
  /** True where the upper end of that gain's interval is below 1 point; null without an interval. */
  readonly plateau: boolean | null;
}

/** Upper bound of the last doubling's gain, in accuracy, below which a curve counts as a plateau. */
const plateauBound = 0.01;

/** Builds the scaling curves of all trained cells, from the rows with a size. */
export function scalingCurves(rows: readonly PredictionRow[]): readonly ScalingCurve[] {
  const bySize = [...Map.groupBy(rows, ({ size }) => size)]
    .flatMap(([size, own]) => (size === undefined ? [] : [{ size, index: new CellIndex(own.map(withoutSize)) }]))
    .sort((a, b) => a.size - b.size);
  const targets = [...new Set(bySize.flatMap(({ index }) => index.models))].sort();
  const bases = [...new Set(rows.filter(({ size }) => size !== undefined).map(({ base }) => base))].sort();
  return targets.flatMap((target) =>
    bases.flatMap((base) => {
      const cells = bySize.flatMap(({ size, index }) => {
        const own = index.rows({ base, target, kind: 'trained' });
        const self = index.rows({ base: target, target, kind: 'trained' });
        return own.length === 0 ? [] : [{ size, own, self }];
      });
      return cells.length === 0 ? [] : [curveOf({ base, target, cells })];
    }),
  );
}

interface CurveInput {
  readonly base: string;
  readonly target: string;
  readonly cells: readonly {
    readonly size: number;
    readonly own: readonly PredictionRow[];
    readonly self: readonly PredictionRow[];
  }[];
}

function curveOf({ base, target, cells }: CurveInput): ScalingCurve {
  const points = cells.map(({ size, own, self }) => ({
    size,
    accuracy: compareCells(own, own).first,
    advantage: base === target ? missingEstimate('the base is the target itself') : compareCells(self, own).difference,
  }));
  const lastDoubling = gainOfLastDoubling(cells);
  const plateau = lastDoubling.interval === null ? null : lastDoubling.interval[1] < plateauBound;
  return { base, target, points, lastDoubling, plateau };
}

function gainOfLastDoubling(cells: CurveInput['cells']): Quantity {
  const [before, last] = [cells.at(-2), cells.at(-1)];
  if (before === undefined || last === undefined) return missingEstimate('fewer than two sizes');
  const { difference } = compareCells(last.own, before.own);
  const doublings = Math.log2(last.size / before.size);
  const { value, interval } = difference;
  return {
    ...difference,
    value: value === null ? null : value / doublings,
    interval: interval === null ? null : [interval[0] / doublings, interval[1] / doublings],
  };
}

function withoutSize({ size: _, ...row }: PredictionRow): PredictionRow {
  return row;
}
