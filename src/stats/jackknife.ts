import type { Sums } from '../domain/measure.ts';
import type { Quantity } from '../results/quantity.ts';
import { rememberedFor } from '../util/remembered.ts';
import { normalQuantile, tCritical, tTail } from './distributions.ts';
import { type GroupCounts, leastNumbers } from './least-numbers.ts';

/** Returns the sums of all clusters together. */
export function totalsOf(clusters: readonly Sums[]): Float64Array {
  const totals = new Float64Array(clusters[0]?.length ?? 0);
  for (const cluster of clusters) addSums(totals, cluster);
  return totals;
}

/** Adds sums to others, in place. */
export function addSums(totals: Float64Array, sums: Sums): void {
  if (sums.length !== totals.length) throw new RangeError(`sums of ${totals.length} and ${sums.length} numbers`);
  if (sums instanceof Float64Array) addNumbers(totals, sums);
  else for (let k = 0; k < sums.length; k += 1) totals[k] = (totals[k] as number) + (sums[k] as number);
}

/** A separate function, because a loop that has seen several kinds of arrays is slow for all of them. */
function addNumbers(totals: Float64Array, sums: Float64Array): void {
  for (let k = 0; k < sums.length; k += 1) totals[k] = (totals[k] as number) + (sums[k] as number);
}

/** A number that exists, or the reason why it does not. */
export type Known<T> =
  | { readonly kind: 'known'; readonly value: T }
  | { readonly kind: 'withheld'; readonly reason: string };

export function known<T>(value: T): Known<T> {
  return { kind: 'known', value };
}

export function withheld(reason: string): Known<never> {
  return { kind: 'withheld', reason };
}

/** Lower and upper bound. */
export type Bounds = readonly [low: number, high: number];

/** An interval of 95 %, not adjusted for the number of intervals, or the reason why there is none. */
export type BoundsOrReason = Known<Bounds>;

/** Reasons for which an interval is withheld, in the words that a reader sees. */
export const reasons = {
  clusters: 'fewer than two groups',
  variation: 'no variation between groups',
  fewDiffer: 'fewer than 6 groups differ',
  rareOutcome: 'fewer than 10 groups have the rarer outcome',
  fewErrors: 'fewer than 5 groups have an error',
  undefinedStatistic: 'not defined without one of the groups',
} as const;

/** A statistic with its standard error over clusters. */
export interface ClusterEstimate {
  readonly value: number;
  /** Standard error, in the unit of the value; null below two clusters, or where the statistic is undefined without one. */
  readonly se: number | null;
  /** Degrees of freedom of the t distribution: clusters - 1, for a ratio of sums the effective number of clusters - 1. */
  readonly df: number;
}

/** A jackknifed statistic, also with its bias removed. */
export interface Jackknifed extends ClusterEstimate {
  /** Mean of the pseudovalues, n f(all) - (n - 1) mean f(all without c); the value where there is no standard error. */
  readonly corrected: number;
}

/**
 * Returns the leave-one-cluster-out jackknife of a function of sums (Quenouille 1956; Tukey 1958):
 * pseudo_c = n f(all) - (n - 1) f(all without c), se² = sum (pseudo - mean)² / (n (n - 1)). The value is f(all). Null where
 * f(all) is.
 */
export function jackknife(
  clusters: readonly Sums[],
  statistic: (sums: Float64Array) => number | null,
): Jackknifed | null {
  return jackknifeAll(clusters, (sums) => [statistic(sums)])[0] ?? null;
}

/** What several jackknives share. */
interface Jackknifing {
  /** The sums of all clusters together, if known. */
  readonly totals?: Float64Array;
  /** Returns whether a cluster has units of the k-th statistic; clusters without do not count. Absent: all do. */
  readonly hasUnits?: (k: number, cluster: Sums) => boolean;
}

/** Returns the jackknife of several functions of the same sums. A function must not keep a reference to the sums. */
export function jackknifeAll(
  clusters: readonly Sums[],
  statistics: (sums: Float64Array) => readonly (number | null)[],
  { totals = totalsOf(clusters), hasUnits = () => true }: Jackknifing = {},
): readonly (Jackknifed | null)[] {
  if (clusters.length === 0) return [];
  const values = statistics(totals);
  const without = values.map((): number[] => []);
  const valuesWithout = withoutCluster({ clusters, totals }, (less, cluster) => {
    const found = statistics(less);
    return values.map((_, k) => (hasUnits(k, cluster) ? (found[k] ?? Number.NaN) : null));
  });
  for (const cluster of clusters.length > 1 ? clusters : []) {
    for (const [k, found] of valuesWithout(cluster).entries()) if (found !== null) without[k]?.push(found);
  }
  return values.map((value, k) => jackknifed(value, without[k] ?? []));
}

/** Sums by cluster and together. */
interface SummedTogether {
  readonly clusters: readonly Sums[];
  readonly totals: Float64Array;
}

/** Returns a function that computes something from the sums of all clusters but one. It must not keep a reference to them. */
export function withoutCluster<Value>(
  { clusters, totals }: SummedTogether,
  compute: (less: Float64Array, cluster: Sums) => Value,
): (cluster: Sums) => Value {
  const less = totals.slice();
  const computed = (cluster: Sums) => {
    for (let k = 0; k < less.length; k += 1) {
      const total = totals[k] as number;
      const rest = total - (cluster[k] as number);
      less[k] = isRoundOff(rest, total) ? 0 : rest;
    }
    return compute(less, cluster);
  };
  return areShared(clusters) ? rememberedFor(computed) : computed;
}

/** Returns whether many clusters have the same sums object, as clusters of one unit may, so that results are worth remembering. */
function areShared(clusters: readonly Sums[]): boolean {
  return 2 * new Set(clusters).size < clusters.length;
}

/** Returns the jackknife of a value from its values without each cluster, NaN where one is undefined. Null without a value. */
export function jackknifed(value: number | null, without: readonly number[]): Jackknifed | null {
  if (value === null || !Number.isFinite(value)) return null;
  return { value, df: Math.max(0, without.length - 1), ...errorOf(value, without) };
}

/** Returns whether a sum differs from 0 only by the round-off of a subtraction: a statistic may divide by it. */
function isRoundOff(rest: number, total: number): boolean {
  return Math.abs(rest) < 1e-12 * Math.abs(total);
}

/** Returns the standard error and the corrected value from the values without each cluster. */
function errorOf(value: number, without: readonly number[]): Pick<Jackknifed, 'se' | 'corrected'> {
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
 * Returns a ratio of sums over clusters, r = S / W, with its delete-one-cluster jackknife (CR3; Bell and McCaffrey 2002): se² =
 * (C - 1) / C sum (e_c / (1 - w_c / W))² / W², e_c = a_c - r w_c, and the degrees of freedom of as many clusters of equal size
 * as the clusters count for (Kish 1965), less 1. One large cluster then does not make the error too small. Null without weight.
 * Clusters without weight do not count.
 */
export function ratioOfSums(sums: ArrayLike<number>, weights: ArrayLike<number>): ClusterEstimate | null {
  let [total, weight, squaredWeights, n] = [0, 0, 0, 0];
  for (let c = 0; c < sums.length; c += 1) {
    const own = weights[c] as number;
    if (own === 0) continue;
    total += sums[c] as number;
    weight += own;
    squaredWeights += own * own;
    n += 1;
  }
  if (n === 0) return null;
  const value = total / weight;
  if (n < 2) return { value, se: null, df: 0 };
  let squares = 0;
  for (let c = 0; c < sums.length; c += 1) {
    const own = weights[c] as number;
    if (own !== 0) squares += (((sums[c] as number) - value * own) / (1 - own / weight)) ** 2;
  }
  const se = Math.sqrt(((n - 1) / n) * squares) / weight;
  const effective = (weight * weight) / squaredWeights;
  return { value, se: se < 1e-12 * Math.max(1, Math.abs(value)) ? 0 : se, df: effective - 1 };
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

/** Returns how many units there are, and how many groups of which size, by the group of each unit. */
export function groupCounts(groupOf: ArrayLike<number>): GroupCounts {
  const sizes = new Map<number, number>();
  for (let unit = 0; unit < groupOf.length; unit += 1) {
    const group = groupOf[unit] as number;
    sizes.set(group, (sizes.get(group) ?? 0) + 1);
  }
  return { n: groupOf.length, clusters: sizes.size, effective: effectiveClusters([...sizes.values()]) };
}

/** One-sided error of the rungs, and of each end of a 95 % interval. */
export const tail = 0.025;

/** Fewest clusters of an interval of a table: with fewer, a standard error hardly says anything. */
export const minIntervalClusters = leastNumbers.interval;

/** Lowest and highest value that a statistic can have. */
export interface Scale {
  readonly lowest: number;
  readonly highest: number;
}

/** Returns the interval value ± t(df) se, cut at the scale. */
export function tBounds({ value, se, df }: ClusterEstimate, scale?: Scale): BoundsOrReason {
  if (se === null) return withheld(df < 1 ? reasons.clusters : reasons.undefinedStatistic);
  if (se === 0) return withheld(reasons.variation);
  const half = tCritical(tail, df) * se;
  return known(cutAt([value - half, value + half], scale));
}

/** Returns bounds that are cut at the ends of a scale. */
export function cutAt([low, high]: Bounds, scale: Scale | undefined): Bounds {
  return scale === undefined ? [low, high] : [Math.max(scale.lowest, low), Math.min(scale.highest, high)];
}

/**
 * Returns the Wilson interval (1927) of a share in [0, 1] at its effective number of trials, with the quantile of t for
 * that of the normal: m = min(trials, v (1 - v) / se²), and m = clusters where se = 0 or v is 0 or 1. It is for shares
 * of yes/no trials and for AUROC, whose jackknife is too narrow near 0 and 1.
 */
export function shareBounds({ value, se, df }: ClusterEstimate, trials: number): BoundsOrReason {
  if (df < 1) return withheld(reasons.clusters);
  const inside = value > 0 && value < 1;
  if (se === null && inside) return withheld(reasons.undefinedStatistic);
  const isKnown = se !== null && se > 0 && inside;
  const m = isKnown ? Math.min(trials, (value * (1 - value)) / se ** 2) : df + 1;
  const t = tCritical(tail, df);
  const scale = 1 + (t * t) / m;
  const center = (value + (t * t) / (2 * m)) / scale;
  const half = (t / scale) * Math.sqrt((value * (1 - value)) / m + (t * t) / (4 * m * m));
  return known([value <= 0 ? 0 : Math.max(0, center - half), value >= 1 ? 1 : Math.min(1, center + half)]);
}

/** Clusters that decide whether a correlation of two yes/no variables has an interval. */
interface VaryingClusters {
  /** Clusters that have the rarer outcome. */
  readonly rarerOutcome: number;
  /** Clusters with a wrong prediction. */
  readonly withError: number;
}

/**
 * Returns the interval of kappa or of the Matthews correlation by Fisher's z (1921): tanh(atanh v ± t se / (1 - v²)).
 * Withheld below 10 clusters of the rarer outcome and below 5 clusters with an error, where it would be too narrow.
 */
export function correlationBounds(
  estimate: ClusterEstimate,
  { rarerOutcome, withError }: VaryingClusters,
): BoundsOrReason {
  const { value, se, df } = estimate;
  if (rarerOutcome < 10) return withheld(reasons.rareOutcome);
  if (withError < 5) return withheld(reasons.fewErrors);
  if (se === null || se === 0 || Math.abs(value) >= 1) return tBounds(estimate, { lowest: -1, highest: 1 });
  const z = Math.atanh(value);
  const half = (tCritical(tail, df) * se) / (1 - value * value);
  return known([Math.tanh(z - half), Math.tanh(z + half)]);
}

/** A mean of equal values of this size is the round-off of their sum. */
const roundOff = 1e-12;

/**
 * Returns the one-sided p of "the value is 0 or less" by t. Where all clusters have one and the same value, t has no
 * standard error, and p is that of the exact sign test: 2^-clusters if the value is above 0 by more than round-off, else 1.
 */
export function pAbove({ value, se, df }: ClusterEstimate): number {
  if (se === null) return 1;
  if (se === 0) return value > roundOff ? 2 ** -(df + 1) : 1;
  return tTail(value / se, df);
}

/** Returns the one-sided p of "the value is 0 or more" by t. */
export function pBelow({ value, se, df }: ClusterEstimate): number {
  return pAbove({ value: -value, se, df });
}

/** Returns the two-sided p of "the value is 0" by t. */
export function twoSidedP(estimate: ClusterEstimate): number {
  return Math.min(1, 2 * Math.min(pAbove(estimate), pBelow(estimate)));
}

/**
 * Returns the smallest true effect that 4 of 5 such runs would find at a one-sided error, (t(1 - error) + z(0.8)) se;
 * withheld where the clusters do not vary, and where it is larger than any effect that the scale allows.
 */
export function detectableEffect({ se, df }: ClusterEstimate, highest: number, error = tail): Known<number> {
  if (se === null) return withheld(reasons.clusters);
  if (se === 0) return withheld(reasons.variation);
  const effect = (tCritical(error, df) + normalQuantile(0.8)) * se;
  return effect > highest
    ? withheld('such a run would usually miss every effect that the scale allows')
    : known(effect);
}

/** Returns the largest difference that two scores on a scale can have. */
export function widthOf({ lowest, highest }: Scale): number {
  return highest - lowest;
}

/** Sums by cluster, and the number of rows in them. */
interface SummedClusters {
  readonly clusters: readonly Sums[];
  readonly n: number;
}

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
