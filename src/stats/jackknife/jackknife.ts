/** A statistic with its standard error over clusters. */
export interface Estimate {
  readonly value: number;
  /** Standard error, in the unit of the value; null below two clusters, or where the statistic is undefined without one. */
  readonly se: number | null;
  /** Degrees of freedom of the t distribution: clusters - 1. */
  readonly df: number;
}

/**
 * Returns the leave-one-cluster-out jackknife of a function of summed tallies (Tukey 1958; Efron and Tibshirani 1993,
 * chapter 11): pseudo_c = n f(all) - (n - 1) f(all without c), se² = sum (pseudo - mean)² / (n (n - 1)). The value is
 * f(all), without correction for bias. Null where f(all) is.
 */
export function jackknife(
  clusters: readonly ArrayLike<number>[],
  statistic: (sums: Float64Array) => number | null,
): Estimate | null {
  const n = clusters.length;
  const width = clusters[0]?.length ?? 0;
  const total = new Float64Array(width);
  for (const cluster of clusters) {
    for (let k = 0; k < width; k += 1) total[k] = (total[k] as number) + (cluster[k] as number);
  }
  const value = n === 0 ? null : statistic(total);
  if (value === null || !Number.isFinite(value)) return null;
  const df = n - 1;
  if (n < 2) return { value, se: null, df };
  const pseudo = new Float64Array(n);
  const less = new Float64Array(width);
  for (const [c, cluster] of clusters.entries()) {
    for (let k = 0; k < width; k += 1) less[k] = (total[k] as number) - (cluster[k] as number);
    const without = statistic(less);
    if (without === null || !Number.isFinite(without)) return { value, se: null, df };
    pseudo[c] = n * value - df * without;
  }
  return { value, se: Math.sqrt(sumOfSquares(pseudo) / (n * df)), df };
}

function sumOfSquares(values: Float64Array): number {
  let mean = 0;
  for (const value of values) mean += value / values.length;
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return squares;
}

/**
 * Returns a ratio of sums over clusters with the closed form of its jackknife (linear, equal to it up to 1/n):
 * se² = n / (n - 1) sum (a_c - m w_c)² / W². Null without weight. Clusters without weight do not count.
 */
export function ratioOfSums(sums: ArrayLike<number>, weights: ArrayLike<number>): Estimate | null {
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
