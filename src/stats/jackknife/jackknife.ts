import { addTally, type Tally, totalsOf, valueAt } from './tallies.ts';

/** A statistic with its standard error over clusters. */
export interface ClusterEstimate {
  readonly value: number;
  /** Standard error, in the unit of the value; null below two clusters, or where the statistic is undefined without one. */
  readonly se: number | null;
  /** Degrees of freedom of the t distribution: clusters - 1. */
  readonly df: number;
}

/** A jackknifed statistic, also with its bias removed. */
export interface Jackknifed extends ClusterEstimate {
  /** Mean of the pseudovalues, n f(all) - (n - 1) mean f(all without c); the value where there is no standard error. */
  readonly corrected: number;
}

/**
 * Returns the leave-one-cluster-out jackknife of a function of summed tallies (Quenouille 1956; Tukey 1958):
 * pseudo_c = n f(all) - (n - 1) f(all without c), se² = sum (pseudo - mean)² / (n (n - 1)). The value is f(all). Null where
 * f(all) is.
 */
export function jackknife(
  clusters: readonly Tally[],
  statistic: (sums: Float64Array) => number | null,
): Jackknifed | null {
  return jackknifeAll(clusters, (sums) => [statistic(sums)])[0] ?? null;
}

/** What several jackknives share. */
interface Jackknifing {
  /** The clusters' column sums, if known. */
  readonly totals?: Float64Array;
  /** The columns that the statistics read; the others keep their totals. Absent: all. */
  readonly reads?: readonly number[] | undefined;
  /** Returns whether a cluster has units of the k-th statistic; clusters without do not count. Absent: all do. */
  readonly hasUnits?: (k: number, cluster: Tally) => boolean;
}

/** Returns the jackknife of several functions of the same tallies. A function must not keep a reference to the sums. */
export function jackknifeAll(
  clusters: readonly Tally[],
  statistics: (sums: Float64Array) => readonly (number | null)[],
  { totals = totalsOf(clusters), reads, hasUnits = () => true }: Jackknifing = {},
): readonly (Jackknifed | null)[] {
  if (clusters.length === 0) return [];
  const values = statistics(totals);
  const without = values.map(() => ({ values: new Float64Array(clusters.length), count: 0 }));
  const less = totals.slice();
  for (const cluster of clusters.length > 1 ? clusters : []) {
    if (reads === undefined) subtract(less, totals, cluster);
    else for (const column of reads) less[column] = difference(totals[column] as number, valueAt(cluster, column));
    const found = statistics(less);
    for (const [k, column] of without.entries()) {
      if (!hasUnits(k, cluster)) continue;
      column.values[column.count] = found[k] ?? Number.NaN;
      column.count += 1;
    }
  }
  return values.map((value, k) => {
    if (value === null || !Number.isFinite(value)) return null;
    const column = without[k] as (typeof without)[number];
    return { value, df: Math.max(0, column.count - 1), ...errorOf(value, column.values.subarray(0, column.count)) };
  });
}

/** Sets `less` to the totals without a cluster. */
function subtract(less: Float64Array, totals: Float64Array, cluster: Tally): void {
  less.set(totals);
  addTally(less, cluster, -1);
  for (let k = 0; k < less.length; k += 1) if (isRoundOff(less[k] as number, totals[k] as number)) less[k] = 0;
}

function difference(total: number, own: number): number {
  return isRoundOff(total - own, total) ? 0 : total - own;
}

/** Returns whether a sum differs from 0 only by the round-off of a subtraction: a statistic may divide by it. */
function isRoundOff(rest: number, total: number): boolean {
  return Math.abs(rest) < 1e-12 * Math.abs(total);
}

/** Returns the standard error and the corrected value from the values without each cluster. */
function errorOf(value: number, without: Float64Array): Pick<Jackknifed, 'se' | 'corrected'> {
  const n = without.length;
  let mean = 0;
  for (const each of without) mean += each / n;
  if (n < 2 || !Number.isFinite(mean)) return { se: null, corrected: value };
  let squares = 0;
  for (const each of without) squares += (each - mean) ** 2;
  const se = Math.sqrt(((n - 1) / n) * squares);
  const corrected = n * value - (n - 1) * mean;
  return {
    se: se < 1e-12 * Math.max(1, Math.abs(value)) ? 0 : se,
    corrected: Math.abs(corrected) < 1e-12 ? 0 : corrected,
  };
}

/**
 * Returns a ratio of sums over clusters with the closed form of its jackknife (linear, equal to it up to 1/n):
 * se² = n / (n - 1) sum (a_c - m w_c)² / W². Null without weight. Clusters without weight do not count.
 */
export function ratioOfSums(sums: ArrayLike<number>, weights: ArrayLike<number>): ClusterEstimate | null {
  let [total, weight, n] = [0, 0, 0];
  for (let c = 0; c < sums.length; c += 1) {
    const own = weights[c] as number;
    if (own === 0) continue;
    total += sums[c] as number;
    weight += own;
    n += 1;
  }
  if (n === 0) return null;
  const value = total / weight;
  if (n < 2) return { value, se: null, df: 0 };
  let squares = 0;
  for (let c = 0; c < sums.length; c += 1) {
    const own = weights[c] as number;
    if (own !== 0) squares += ((sums[c] as number) - value * own) ** 2;
  }
  const se = Math.sqrt((n / (n - 1)) * squares) / weight;
  return { value, se: se < 1e-12 * Math.max(1, Math.abs(value)) ? 0 : se, df: n - 1 };
}

/** Returns the sums of unit values, and the number of units, by cluster; `value` gets a unit and its place in `units`. */
export function sumByCluster(
  units: ArrayLike<number>,
  {
    cluster,
    clusters,
    value,
  }: { cluster: ArrayLike<number>; clusters: number; value: (unit: number, k: number) => number },
): { readonly sums: Float64Array; readonly weights: Float64Array } {
  const sums = new Float64Array(clusters);
  const weights = new Float64Array(clusters);
  for (let k = 0; k < units.length; k += 1) {
    const unit = units[k] as number;
    const c = cluster[unit] as number;
    sums[c] = (sums[c] as number) + value(unit, k);
    weights[c] = (weights[c] as number) + 1;
  }
  return { sums, weights };
}

/** Returns the effective number of clusters of unequal size (Kish 1965): (sum w)² / sum w². 0 without units. */
export function effectiveClusters(weights: ArrayLike<number>): number {
  let [sum, squares] = [0, 0];
  for (let c = 0; c < weights.length; c += 1) {
    const weight = weights[c] as number;
    sum += weight;
    squares += weight * weight;
  }
  return squares === 0 ? 0 : (sum * sum) / squares;
}
