import { normalCdf, normalQuantile, tQuantile, twoSidedZ } from './distributions.ts';

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
 * Returns the smallest mean difference, per unit, that 80 % of such data would distinguish from 0 by t at a two-sided level,
 * (t((1 + level) / 2) + z(0.8)) se, from each cluster's sum of differences and number of units (standard error of a ratio,
 * linearized over clusters); null with fewer than two clusters, without a unit, and where all clusters are equal: their
 * variation is then unknown.
 */
export function detectableMean(clusters: Clustered, level: number): number | null {
  const error = errorOf(clusters);
  if (error === null) return null;
  return (tQuantile((1 + level) / 2, clusters.length - 1) + normalQuantile(0.8)) * error;
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

/** A one-sided t test and the effect that it meets. */
interface TTest {
  /** True effect in standard errors. */
  readonly effect: number;
  /** Degrees of freedom of the standard error, above 0. */
  readonly df: number;
  /** One-sided error rate, in (0, 0.5). */
  readonly error: number;
}

/** Number of steps of the integral over the standard error, an even number; more change no fourth digit. */
const steps = 200;

/**
 * Returns the power of a one-sided t test, in [0, 1]: P(T > t(1 - error, df)) of the noncentral t, as the mean of
 * Phi(effect - t s) over the ratio s of the estimated and the true standard error, df s² ~ chi-squared (Johnson, Kotz and
 * Balakrishnan 1995, chapter 31), by Simpson's rule.
 */
export function tPower({ effect, df, error }: TTest): number {
  const critical = tQuantile(1 - error, df);
  const reach = 8 / Math.sqrt(2 * df); // eight standard deviations of s
  const [from, to] = [Math.max(0, 1 - reach), 1 + reach];
  const logDensity = (s: number) => (df - 1) * Math.log(s) - (df * (s * s - 1)) / 2;
  let [mass, found] = [0, 0];
  for (let step = 0; step <= steps; step += 1) {
    const s = from + ((to - from) * step) / steps;
    if (s === 0) continue;
    const weight = (step === 0 || step === steps ? 1 : step % 2 === 1 ? 4 : 2) * Math.exp(logDensity(s));
    mass += weight;
    found += weight * normalCdf(effect - critical * s);
  }
  return found / mass;
}

/**
 * Returns the smallest mean difference, in the units of `sd`, that `groups` independent groups find by a two-sided t test with the
 * given power: the effect at which `tPower` is that power, times sd / sqrt(groups). Null with fewer than two groups.
 */
export function detectableByT(
  sd: number,
  groups: number,
  { power = 0.8, level = 0.95 }: PowerTarget = {},
): number | null {
  if (groups < 2) return null;
  const [df, error] = [groups - 1, (1 - level) / 2];
  let [low, high] = [0, 1];
  while (tPower({ effect: high, df, error }) < power) [low, high] = [high, 2 * high];
  for (let step = 0; step < 40; step += 1) {
    const effect = (low + high) / 2;
    if (tPower({ effect, df, error }) < power) low = effect;
    else high = effect;
  }
  return (high * sd) / Math.sqrt(groups);
}
