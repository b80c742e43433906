import { twoSidedZ } from './quantiles.ts';

/** A confidence interval that says how it was made. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  /** Nominal coverage, in (0, 1). */
  readonly level: number;
  readonly method: string;
  /** Null where nothing was drawn. */
  readonly seed: number | null;
}

/**
 * Wilson score interval (1927) of a share: centre (p + z²/2n) / (1 + z²/n). Counts may be fractional.
 * Assumes independent trials. Null for n = 0.
 */
export function wilson(successes: number, trials: number, level = 0.95): Interval | null {
  if (!(successes >= 0 && successes <= trials)) throw new RangeError(`${successes} successes in ${trials} trials`);
  if (trials === 0) return null;
  const z = twoSidedZ(level);
  const share = successes / trials;
  const scale = 1 + (z * z) / trials;
  const centre = (share + (z * z) / (2 * trials)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials));
  const low = successes === 0 ? 0 : Math.max(0, centre - half);
  const high = successes === trials ? 1 : Math.min(1, centre + half);
  return { low, high, level, method: 'Wilson', seed: null };
}
