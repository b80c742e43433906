import { normalQuantile, twoSidedZ } from './quantiles.ts';

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
