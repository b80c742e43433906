import { tQuantile } from '../basic/quantiles.ts';
import { tTail } from '../basic/student.ts';

/** A statistic with its leave-one-cluster-out jackknife: interval and test come from one standard error. */
export interface JackknifeEstimate {
  /** Mean of the pseudo-values. */
  readonly value: number;
  readonly standardError: number;
  /** Degrees of freedom of Student's t: clusters - 1. */
  readonly degrees: number;
  /** 95 % interval, not adjusted for the number of models. */
  readonly low: number;
  readonly high: number;
  /** One-sided p of "not above 0"; 1 where the pseudo-values do not vary. */
  readonly p: number;
  /** Pseudo-value of each cluster: a mean of estimates has the means of their pseudo-values. */
  readonly pseudoValues: Float64Array;
}

/**
 * Returns the estimate of pseudo-values n f(all) - (n - 1) f(all without cluster c): their mean, with
 * se^2 = sum (pseudo - mean)^2 / (n (n - 1)) (Tukey 1958; Miller 1974). `clusters`: those that have a unit of the model;
 * fewer give a wider t.
 */
export function estimateOf(pseudoValues: Float64Array, clusters = pseudoValues.length): JackknifeEstimate {
  const count = pseudoValues.length;
  const value = pseudoValues.reduce((sum, each) => sum + each, 0) / count;
  const squares = pseudoValues.reduce((sum, each) => sum + (each - value) ** 2, 0);
  const degrees = Math.max(1, Math.min(count, clusters) - 1);
  const standardError = count > 1 ? Math.sqrt(squares / (count * (count - 1))) : Number.POSITIVE_INFINITY;
  const half = tQuantile(0.975, degrees) * standardError;
  const p = standardError > 1e-12 ? tTail(value / standardError, degrees) : 1;
  return { value, standardError, degrees, low: value - half, high: value + half, p, pseudoValues };
}

/** Returns the pseudo-values of a ratio of sums over clusters, m = sum a / sum w, linearized: m + n (a_c - m w_c) / sum w. */
export function ratioPseudoValues(sums: Float64Array, weights: Float64Array): Float64Array {
  const total = weights.reduce((sum, each) => sum + each, 0);
  if (total === 0) return new Float64Array(sums.length);
  const ratio = sums.reduce((sum, each) => sum + each, 0) / total;
  return sums.map((each, cluster) => ratio + (sums.length * (each - ratio * (weights[cluster] as number))) / total);
}
