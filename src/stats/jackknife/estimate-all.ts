import type { Quantity } from '../../results/quantity.ts';
import { minIntervalClusters, tBounds } from './bounds.ts';
import { type ClusterEstimate, jackknifeAll } from './jackknife.ts';
import type { Tally } from './tallies.ts';

/** Sums by cluster, and the number of rows in them. */
interface SummedClusters {
  readonly clusters: readonly Tally[];
  readonly n: number;
}

const roundOff = 1e-12;

/**
 * Returns 0 for a value that differs from 0 only by floating-point round-off, and any other value unchanged. A nonzero
 * difference of rates is at least 1 over the product of their row counts.
 */
export function withoutRoundOff(value: number): number {
  return Math.abs(value) < roundOff ? 0 : value;
}

/**
 * Estimates several functions of the same cluster sums, each with its interval: leave-one-cluster-out jackknife with
 * Student's t. A function must not keep a reference to the totals.
 */
export function estimateAll(
  { clusters, n }: SummedClusters,
  values: (totals: Float64Array) => readonly (number | null)[],
): readonly Quantity[] {
  const exact = (totals: Float64Array) =>
    values(totals).map((value) => (value === null ? null : withoutRoundOff(value)));
  const width = clusters[0]?.length ?? 0;
  const found = clusters.length === 0 ? exact(new Float64Array(width)).map(() => null) : jackknifeAll(clusters, exact);
  return found.map((estimate) => jackknifedQuantity(estimate, { clusters: clusters.length, n }));
}

/** Returns a jackknifed value with its interval; null is a value that is not defined. */
export function jackknifedQuantity(
  estimate: ClusterEstimate | null,
  { clusters, n }: Pick<Quantity, 'clusters' | 'n'>,
): Quantity {
  const none = { interval: null, n, clusters };
  if (estimate === null) {
    const missing = clusters === 0 ? 'no rows in a used group' : 'not defined for these rows';
    return { value: null, ...none, missing };
  }
  const { value } = estimate;
  if (clusters < minIntervalClusters) {
    const missing = `${clusters} strings, fewer than the ${minIntervalClusters} that an interval needs`;
    return { value, ...none, missing };
  }
  const bounds = tBounds(estimate);
  if (bounds.kind === 'known') return { value, interval: bounds.value, n, clusters, missing: null };
  return { value, ...none, missing: 'no variation between strings, or undefined without one of them' };
}

/** Returns an estimate without a value, for the given reason. */
export function missingEstimate(missing: string): Quantity {
  return { value: null, interval: null, n: 0, clusters: 0, missing };
}

/** Returns whether an estimate's interval lies above 0. */
export function isAboveZero({ interval }: Pick<Quantity, 'interval'>): boolean {
  return interval !== null && interval[0] > 0;
}

/** Returns whether an estimate's interval lies below 0. */
export function isBelowZero({ interval }: Pick<Quantity, 'interval'>): boolean {
  return interval !== null && interval[1] < 0;
}
