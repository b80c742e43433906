import { seededRandom } from '../../util/random.ts';
import { factorPositive } from './linear.ts';
import { drawQuantile, normalQuantile, tQuantile, twoSidedZ } from './quantiles.ts';

export interface PowerTarget {
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
 * Returns the number of independent units (clusters) that detects a mean difference `delta`: ceil((2.8 sd / delta)²),
 * where sd is that of one unit's paired difference, in the units of delta (Miller 2024, arXiv 2411.00640, section 5).
 */
export function unitsNeeded(sd: number, delta: number, target: PowerTarget = {}): number {
  if (!(sd >= 0 && delta > 0)) throw new RangeError(`sd ${sd}, difference ${delta}`);
  return Math.ceil(((multiplier(target) * sd) / delta) ** 2);
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
  const found = linearized(clusters);
  return found === null ? null : detectableDifference(found.error, 1, { level });
}

/** A mean difference with its standard error, and what each cluster adds to its error. */
interface Linearized {
  readonly mean: number;
  readonly error: number;
  readonly parts: Float64Array;
}

function linearized(clusters: Clustered): Linearized | null {
  const n = clusters.length;
  const units = clusters.reduce((total, each) => total + each[1], 0);
  if (n < 2 || units === 0) return null;
  const mean = meanOf(clusters);
  const scale = Math.sqrt(n / (n - 1)) / units;
  const parts = Float64Array.from(clusters, ([sum, own]) => scale * (sum - mean * own));
  const error = Math.sqrt(product(parts, parts));
  return error === 0 ? null : { mean, error, parts };
}

function meanOf(clusters: Clustered): number {
  const sums = clusters.reduce(([sum, units], [own, weight]) => [sum + own, units + weight], [0, 0]);
  return (sums[0] as number) / (sums[1] as number);
}

function product(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] as number) * (other[index] as number);
  return sum;
}

/** Number of draws of joint errors, and of the rules that are nearest to the best one and that a difference must beat. */
const jointDraws = 5_000;
const nearestRules = 32;

/**
 * Returns the smallest mean difference from the best of several rules, per unit, with which 80 % of such data would be
 * above every rule, each at a two-sided level: the power of an intersection-union test (Berger 1982), with jointly
 * normal errors (Sozu, Sugimoto and Hamasaki 2010, on several primary endpoints). That is the 80 % quantile of the
 * maximum over rules of t se - lead - error, where the lead is by how much a rule is worse than the best one. A lead counts
 * by the lower end of its 90 % interval, because the best rule is chosen on the same data. Each rule has the differences from
 * it by cluster, in the same order. Null where `detectableMean` is null for the best rule.
 */
export function detectableAbove(rules: readonly Clustered[], level: number): number | null {
  const [hardest, ...others] = rules.toSorted((one, other) => meanOf(one) - meanOf(other));
  const best = hardest === undefined ? null : linearized(hardest);
  if (best === null) return null;
  const near = [best, ...others.flatMap((clusters) => linearized(clusters) ?? [])].slice(0, nearestRules);
  const leads = near.map(({ mean, parts }) => {
    const apart = parts.map((part, cluster) => part - (best.parts[cluster] as number));
    return Math.max(0, mean - best.mean - twoSidedZ(0.9) * Math.sqrt(product(apart, apart)));
  });
  const factor = factorPositive(covarianceOf(near), near.length);
  if (factor === null) return detectableDifference(best.error, 1, { level });
  const critical = tQuantile(1 - (1 - level) / 2, best.parts.length - 1);
  const random = seededRandom('detectable above', near.length);
  const needed = Float64Array.from({ length: jointDraws }, () => {
    const drawn = near.map(() => normalQuantile(Math.max(random(), Number.MIN_VALUE)));
    return near.reduce((most, { error }, rule) => {
      let off = 0;
      for (let k = 0; k <= rule; k += 1) off += (factor[rule * near.length + k] as number) * (drawn[k] as number);
      return Math.max(most, critical * error - (leads[rule] as number) - off);
    }, 0);
  }).sort();
  return drawQuantile(needed, 0.8);
}

/** Returns the covariances of errors, with a ridge of 1e-6 because differences from equal rules are equal. */
function covarianceOf(near: readonly Linearized[]): Float64Array {
  return Float64Array.from({ length: near.length ** 2 }, (_, cell) => {
    const [row, column] = [Math.floor(cell / near.length), cell % near.length];
    const value = product((near[row] as Linearized).parts, (near[column] as Linearized).parts);
    return row === column ? value * (1 + 1e-6) : value;
  });
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
