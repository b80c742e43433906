import { tQuantile } from '../../../stats/basic/quantiles.ts';
import { withoutRoundOff } from '../../../stats/resampling/estimate-all.ts';
import { type Tally, totalsOf } from '../../../stats/resampling/resample.ts';

/** A statistic with its leave-one-cluster-out bias removed, and the standard error from the same values. */
export interface Jackknife {
  /** n value - (n - 1) mean(leave-one-out values). */
  readonly corrected: number;
  /** sqrt((n - 1) / n sum (leave-one-out value - their mean)²). */
  readonly error: number;
  /** Degrees of freedom of the error: clusters - 1. */
  readonly degrees: number;
}

/**
 * Returns the jackknife over clusters (Quenouille 1956; Tukey 1958). For a product of two means it removes the bias cov
 * / n exactly if clusters are equally large. Null with fewer than two clusters, or where the statistic is undefined
 * without one of them.
 */
export function jackknife(
  clusters: readonly Tally[],
  value: (totals: Float64Array) => number | null,
): Jackknife | null {
  const n = clusters.length;
  const totals = totalsOf(clusters);
  const whole = value(totals);
  if (n < 2 || whole === null) return null;
  const rest = new Float64Array(totals.length);
  const leftOut = new Float64Array(n);
  let mean = 0;
  for (const [index, cluster] of clusters.entries()) {
    for (let column = 0; column < rest.length; column += 1) {
      rest[column] = (totals[column] as number) - ((cluster as ArrayLike<number>)[column] as number);
    }
    const without = value(rest);
    if (without === null) return null;
    leftOut[index] = without;
    mean += without / n;
  }
  let squares = 0;
  for (const each of leftOut) squares += (each - mean) ** 2;
  const error = withoutRoundOff(Math.sqrt(((n - 1) / n) * squares)); // for equal values, p would reflect round-off only
  return { corrected: withoutRoundOff(n * whole - (n - 1) * mean), error, degrees: n - 1 };
}

/**
 * Returns the two-sided p of the null "the statistic is 0": |corrected| / error against Student's t, found by bisection of its quantile. 1 where both are 0, null where only the error is 0.
 */
export function jackknifeP({ corrected, error, degrees }: Jackknife): number | null {
  if (error === 0) return corrected === 0 ? 1 : null;
  const size = Math.abs(corrected) / error;
  let [low, high] = [0, 1];
  for (let step = 0; step < 60; step += 1) {
    const p = (low + high) / 2;
    if (tQuantile(1 - p / 2, degrees) > size) low = p;
    else high = p;
  }
  return (low + high) / 2;
}
