import { normalQuantile, tQuantile, twoSidedZ } from './distributions.ts';

interface PowerTarget {
  /** Probability of detecting a true difference, in (0, 1). */
  readonly power?: number;
  /** 1 - the two-sided error rate, in (0, 1). */
  readonly level?: number;
}

/** Returns z(1 - alpha/2) + z(power): 2.8016 at 80% power and the 5% level. */
function multiplier({ power = 0.8, level = 0.95 }: PowerTarget): number {
  return twoSidedZ(level) + normalQuantile(power);
}

/**
 * Returns the smallest mean difference that `units` units detect: 2.8 sd / sqrt(n), in the units of sd; null for no
 * units.
 */
export function detectableDifference(sd: number, units: number, target: PowerTarget = {}): number | null {
  return units > 0 ? (multiplier(target) * sd) / Math.sqrt(units) : null;
}

/** Each cluster's sum of differences and number of units. */
type Clustered = readonly (readonly [sum: number, units: number])[];

/**
 * Returns the smallest mean difference, per unit, that 80 % of such data would distinguish from 0 at a two-sided level,
 * from each cluster's sum of differences and number of units (standard error of a ratio, linearized over clusters); null
 * with fewer than two clusters, without a unit, and where all clusters are equal: their variation is then unknown.
 */
export function detectableMean(clusters: Clustered, level: number): number | null {
  const error = errorOf(clusters);
  return error === null ? null : detectableDifference(error, 1, { level });
}

/** Returns the standard error of the mean difference; null where it is not known. */
function errorOf(clusters: Clustered): number | null {
  const n = clusters.length;
  const units = clusters.reduce((total, each) => total + each[1], 0);
  if (n < 2 || units === 0) return null;
  const mean = meanOf(clusters);
  const squares = clusters.reduce((total, [sum, own]) => total + (sum - mean * own) ** 2, 0);
  const error = Math.sqrt((n / (n - 1)) * squares) / units;
  return error === 0 ? null : error;
}

function meanOf(clusters: Clustered): number {
  const sums = clusters.reduce(([sum, units], [own, weight]) => [sum + own, units + weight], [0, 0]);
  return (sums[0] as number) / (sums[1] as number);
}

interface DropTarget {
  /** Standard error of the difference if nothing changed. */
  readonly deviation: number;
  /** Number of clusters, 2 or more. */
  readonly clusters: number;
  /** Whether the difference is one of shares, so that a drop itself has a known smallest standard error. */
  readonly isShare: boolean;
  /** Tolerated drop, 0 or more. */
  readonly margin: number;
  /** One-sided error rate, in (0, 0.5). */
  readonly error: number;
  readonly power?: number;
}

/**
 * Returns the smallest true drop D that is found to exceed `margin` with the given power: D - margin = (t(1 - error) +
 * z(power)) se. For shares, the variance of a drop in a share D of the clusters, D (1 - D) / clusters, is added to that
 * of unchanged runs, so that runs without any variation do not seem to have unlimited power.
 */
export function detectableDrop({ deviation, clusters, isShare, margin, error, power = 0.8 }: DropTarget): number {
  const factor = tQuantile(1 - error, clusters - 1) + normalQuantile(power);
  if (!isShare) return margin + factor * deviation;
  const k = factor ** 2 / clusters; // (1 + k) D² - (2 margin + k) D + margin² - (factor deviation)² = 0
  const half = margin + k / 2;
  const root = Math.sqrt(Math.max(0, half ** 2 - (1 + k) * (margin ** 2 - (factor * deviation) ** 2)));
  return Math.min(1, (half + root) / (1 + k));
}
