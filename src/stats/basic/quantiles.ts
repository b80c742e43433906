import { createRequire } from 'node:module';
import type Cdf from '@stdlib/stats-base-dists-normal-cdf';
import type Quantile from '@stdlib/stats-base-dists-normal-quantile';
import type StudentQuantile from '@stdlib/stats-base-dists-t-quantile';
import { quantiles975 } from './t-quantiles.ts';

// Each library consists of 100 or more small files. The first call loads it, so that a run starts without it.
const load = createRequire(import.meta.url);
let quantile: typeof Quantile | null = null;
let cdf: typeof Cdf | null = null;
let studentQuantile: typeof StudentQuantile | null = null;

/** Returns the standard normal quantile of a probability in (0, 1). */
export function normalQuantile(probability: number): number {
  quantile ??= load('@stdlib/stats-base-dists-normal-quantile') as typeof Quantile;
  return quantile(probability, 0, 1);
}

/** Returns the standard normal distribution function, in [0, 1]. */
export function normalCdf(z: number): number {
  cdf ??= load('@stdlib/stats-base-dists-normal-cdf') as typeof Cdf;
  return cdf(z, 0, 1);
}

/** Returns the quantile of Student's t with `degrees` > 0 degrees of freedom. */
export function tQuantile(probability: number, degrees: number): number {
  return (probability === 0.975 ? quantiles975[degrees - 1] : undefined) ?? computeTQuantile(probability, degrees);
}

/** Computes what `tQuantile` returns without the stored quantiles. */
export function computeTQuantile(probability: number, degrees: number): number {
  studentQuantile ??= load('@stdlib/stats-base-dists-t-quantile') as typeof StudentQuantile;
  return studentQuantile(probability, degrees);
}

/** Returns the z with a central normal mass of `level`, in (0, 1): 1.96 for 0.95. */
export function twoSidedZ(level: number): number {
  if (!(level > 0 && level < 1)) throw new RangeError(`a confidence level lies between 0 and 1, not ${level}`);
  return normalQuantile(1 - (1 - level) / 2);
}

/**
 * Returns the (R + 1) p-th of R ascending draws, interpolated (Davison and Hinkley 1997, section 5.2.3; Hyndman and
 * Fan's type 6). Type 7, R's default elsewhere, leaves about 2 / (R + 1) more outside of an interval: 0.4% at 500
 * draws.
 */
export function drawQuantile(ascending: ArrayLike<number>, probability: number): number {
  if (ascending.length === 0) throw new RangeError('no draws to take a quantile of');
  const last = ascending.length - 1;
  const position = Math.min(Math.max(probability * (ascending.length + 1) - 1, 0), last);
  const below = Math.floor(position);
  const low = ascending[below] as number; // position is within the array
  const high = ascending[Math.min(below + 1, last)] as number;
  return low + (position - below) * (high - low);
}
