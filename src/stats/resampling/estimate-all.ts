import type { Quantity } from '../../results/quantity.ts';
import { clusterBootstrapAll, fewestClusters } from './bootstrap.ts';
import { type Tally, totalsOf } from './resample.ts';

/** Options of bootstrap draws. */
export interface Drawing {
  readonly seed: number;
  /** 2,000 unless set. */
  readonly resamples?: number;
}

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
 * Estimates several functions of the same cluster sums, which share their bootstrap draws. Intervals are BCa cluster
 * bootstrap intervals (stats/bootstrap.ts). A function must not keep a reference to the totals.
 */
export function estimateAll(
  { clusters, n }: SummedClusters,
  { seed, resamples = 2_000 }: Drawing,
  values: (totals: Float64Array) => readonly (number | null)[],
): readonly Quantity[] {
  const exact = (totals: Float64Array) =>
    values(totals).map((value) => (value === null ? null : withoutRoundOff(value)));
  const found = exact(totalsOf(clusters));
  const intervals = clusterBootstrapAll({ clusters, seed, resamples, values: exact });
  return found.map((value, index) => {
    const finite = value !== null && Number.isFinite(value) ? value : null;
    const bounds = finite === null ? null : (intervals[index] ?? null);
    const interval = bounds === null ? null : ([bounds.low, bounds.high] as const);
    return {
      value: finite,
      interval,
      n,
      clusters: clusters.length,
      missing: reasonMissing(finite, interval, clusters),
    };
  });
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

function reasonMissing(
  value: number | null,
  interval: Quantity['interval'],
  clusters: readonly Tally[],
): string | null {
  if (value === null) return clusters.length === 0 ? 'no rows in a used group' : 'not defined for these rows';
  if (interval !== null) return null;
  const fewest = fewestClusters(0.95);
  if (clusters.length < fewest) return `${clusters.length} strings, fewer than the ${fewest} that an interval needs`;
  return 'no variation between strings, or undefined in too many bootstrap draws';
}
