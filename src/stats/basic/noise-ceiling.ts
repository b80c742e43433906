import { squaredError } from '../probability/brier.ts';
import { ratio } from './moments.ts';

/** One item: its predicted probability, and the results of K executions. */
export interface RepeatedItem {
  /** In [0, 1]. */
  readonly prediction: number;
  /** Share of executions in which the property held, in [0, 1]. */
  readonly share: number;
  /** K, the number of executions. */
  readonly runs: number;
}

/** Columns of a noise tally: items, NF, NF/K, Brier, m, m². */
export const noiseColumns = 6;

/**
 * Returns additive sums over the items with at least 2 executions, for the jackknife. Items with one execution carry no
 * information about noise.
 */
export function noiseTally(items: Iterable<RepeatedItem>): Float64Array {
  const tally = new Float64Array(noiseColumns);
  for (const { prediction, share, runs } of items) {
    if (runs < 2) continue;
    const floor = (runs / (runs - 1)) * share * (1 - share);
    const columns = [1, floor, floor / runs, squaredError({ prediction, outcome: share }), share, share * share];
    for (const [column, value] of columns.entries()) tally[column] = (tally[column] as number) + value;
  }
  return tally;
}

/**
 * Returns the noise floor, the mean of K / (K - 1) m (1 - m): the Brier score of a prediction that knows each item's
 * probability.
 */
export function noiseFloor(tally: ArrayLike<number>): number | null {
  return ratio(tally[1] as number, tally[0] as number);
}

/**
 * Returns the noise-corrected skill 1 - (Brier - NF) / (Var(m) - NF/K): 1 = knows each item's probability, 0 = only the
 * base rate. Numerator and denominator are unbiased; null for fewer than 2 items or where items do not differ beyond
 * noise.
 */
export function noiseCorrectedSkill(tally: ArrayLike<number>): number | null {
  const column = (index: number) => tally[index] as number; // a tally has noiseColumns columns
  const n = column(0);
  if (n < 2) return null;
  const variance = (column(5) - column(4) ** 2 / n) / (n - 1);
  const signal = variance - column(2) / n;
  return signal <= 1e-12 ? null : 1 - (column(3) - column(1)) / n / signal;
}

/**
 * Returns (score - base) / (reexecution - base): 0 = the base rate, 1 = re-execution; null where re-execution is not
 * above the base rate.
 */
export function normalizedSkill(score: number, base: number, reexecution: number): number | null {
  return reexecution > base ? (score - base) / (reexecution - base) : null;
}
