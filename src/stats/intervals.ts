import { twoSidedZ } from './distributions.ts';

/** Confidence level of every interval that is reported, unless a table says otherwise. */
export const level = 0.95;

/** A confidence interval with its method. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  /** Nominal coverage, in (0, 1). */
  readonly level: number;
  readonly method: string;
  /** Seed of the draws; null without draws. */
  readonly seed: number | null;
}

/**
 * Returns the Wilson score interval (1927) of a share, with center (p + z²/2n) / (1 + z²/n). Counts may be fractional.
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
