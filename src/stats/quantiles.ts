import cdf from '@stdlib/stats-base-dists-normal-cdf';
import quantile from '@stdlib/stats-base-dists-normal-quantile';
import studentQuantile from '@stdlib/stats-base-dists-t-quantile';

/** Standard normal quantile of a probability in (0, 1). */
export function normalQuantile(probability: number): number {
  return quantile(probability, 0, 1);
}

/** Standard normal distribution function, in [0, 1]. */
export function normalCdf(z: number): number {
  return cdf(z, 0, 1);
}

/** Quantile of Student's t with `degrees` > 0 degrees of freedom. */
export function tQuantile(probability: number, degrees: number): number {
  return studentQuantile(probability, degrees);
}

/** The z with a central normal mass of `level`, in (0, 1): 1.96 for 0.95. */
export function twoSidedZ(level: number): number {
  if (!(level > 0 && level < 1)) throw new RangeError(`a confidence level lies between 0 and 1, not ${level}`);
  return normalQuantile(1 - (1 - level) / 2);
}

/** Empirical quantile of ascending values by linear interpolation (Hyndman and Fan 1996, type 7; R's default). */
export function sortedQuantile(ascending: ArrayLike<number>, probability: number): number {
  if (ascending.length === 0) throw new RangeError('no values to take a quantile of');
  const position = Math.min(Math.max(probability, 0), 1) * (ascending.length - 1);
  const below = Math.floor(position);
  const low = ascending[below] as number; // position is within the array
  const high = ascending[Math.min(below + 1, ascending.length - 1)] as number;
  return low + (position - below) * (high - low);
}
