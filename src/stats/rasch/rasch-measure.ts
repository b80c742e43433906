import { logistic } from '../distributions.ts';
import type { CellList } from './score-table.ts';

/** `separated`: extreme after other extreme models or benchmarks were set aside. */
export type RaschAbsence = 'no scores' | 'only zero scores' | 'only full scores' | 'separated';

/** Measure of a model or benchmark, in log odds; fit statistics are mean squares (expected 1). */
export type RaschMeasure =
  | {
      readonly kind: 'estimated';
      readonly measure: number;
      /** 1 / sqrt(sum p(1 - p)): treats each score as one trial, and other measures as known. */
      readonly se: number;
      /** sum (score - p)² / sum p(1 - p): sensitive to cells near its level. */
      readonly infit: number;
      /** mean (score - p)² / (p(1 - p)): sensitive to cells far from its level. */
      readonly outfit: number;
      /** Measures are comparable only within a block. */
      readonly block: number;
    }
  | { readonly kind: 'none'; readonly reason: RaschAbsence };

/** Measures of models (sign 1) or of benchmarks (sign -1), with the cells that they are estimated from. */
export interface Side {
  readonly list: CellList;
  readonly measure: Float64Array;
  readonly sign: 1 | -1;
}

/** Returns the probability of success in a cell: logistic(theta - delta) from either side. */
export function chanceOf(side: Side, owner: number, partner: number): number {
  return logistic(side.sign * ((side.measure[owner] as number) - partner));
}

/** Returns the standard error and fit of one owner's measure, given the other side's measures. */
export function fitStatistics(side: Side, partners: Float64Array, owner: number) {
  const { list, measure } = side;
  const [from, to] = [list.start[owner] as number, list.start[owner + 1] as number];
  let [squares, weights, ratios] = [0, 0, 0];
  for (let cell = from; cell < to; cell += 1) {
    const p = chanceOf(side, owner, partners[list.partner[cell] as number] as number);
    const square = ((list.score[cell] as number) - p) ** 2;
    squares += square;
    weights += p * (1 - p);
    ratios += square / (p * (1 - p));
  }
  return {
    measure: measure[owner] as number,
    se: 1 / Math.sqrt(weights),
    infit: squares / weights,
    outfit: ratios / (to - from),
  };
}

/** Returns why an owner has no finite measure. */
export function absenceOf(list: CellList, owner: number): RaschAbsence {
  const scores = list.score.subarray(list.start[owner] as number, list.start[owner + 1] as number);
  if (scores.length === 0) return 'no scores';
  if (scores.every((score) => score === 0)) return 'only zero scores';
  return scores.every((score) => score === 1) ? 'only full scores' : 'separated';
}
