import type { Better, Measure } from '../domain/measure.ts';
import { ratio } from '../stats/basic/moments.ts';

type Totals = ArrayLike<number>;

/**
 * What a measure says of its base rate. `KIND/KIND-base-rates.ts` has that of each measure; for categorical outcomes,
 * which are averaged over groups, it is in `analyze/categorical/group-measures.ts`.
 */
export type BaseRate = Pick<Measure, 'baseRate' | 'constants' | 'constantsWeight'>;

/**
 * Returns the base rate of the best constant answer. `scores` returns the summed score of each constant answer, `weight`
 * that of the units with a known outcome. Estimates choose the answer on other items than it is scored on
 * (`analyze/estimates/cross-fitted-base.ts`).
 */
export function bestConstant(
  scores: (totals: Totals) => readonly number[],
  weight: (totals: Totals) => number,
  better: Better = 'higher',
): Required<BaseRate> {
  const best = better === 'higher' ? Math.max : Math.min;
  return {
    constants: scores,
    constantsWeight: weight,
    baseRate: (totals) => ratio(best(...scores(totals)), weight(totals)),
  };
}

/** Returns a base rate that is known without data: what a guess scores. */
export function guess(score: number): BaseRate {
  return { baseRate: () => score };
}
