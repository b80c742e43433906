import { tCritical, tTail } from './distributions.ts';
import { type ClusterEstimate, pAbove, pBelow, tail } from './jackknife.ts';

/** Sums and weights of the clusters behind a mean. */
interface Sums {
  readonly sums: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
}

/**
 * Returns the skewness of a standardized mean over clusters, sum e³ / (sum e²)^1.5 with e = a - mean w: the skewness of the
 * clusters divided by the root of their number. 0 where they do not vary.
 */
function skewnessOfMean({ value }: ClusterEstimate, { sums, weights }: Sums): number {
  let [squares, cubes] = [0, 0];
  for (let c = 0; c < sums.length; c += 1) {
    const rest = (sums[c] as number) - value * (weights[c] as number);
    squares += rest ** 2;
    cubes += rest ** 3;
  }
  return squares === 0 ? 0 : cubes / squares ** 1.5;
}

/** Returns Hall's transformation of t (1992, JRSS B 54), which removes the effect of the skewness of the mean. */
function transformed(t: number, skewness: number): number {
  return t + (skewness * t ** 2) / 3 + (skewness ** 2 * t ** 3) / 27 + skewness / 6;
}

/** Returns the t whose transformation is a value: the transformation is a cubic that rises everywhere. */
function inverse(value: number, skewness: number): number {
  if (Math.abs(skewness) < 1e-9) return value;
  return (3 / skewness) * (Math.cbrt(1 + skewness * (value - skewness / 6)) - 1);
}

/** Returns both one-sided p of a mean: each is the larger of that of t and that of Hall's transformation of t. */
export function hallPs(mean: ClusterEstimate, sums: Sums): { readonly above: number; readonly below: number } {
  const [above, below] = [pAbove(mean), pBelow(mean)];
  const { value, se, df } = mean;
  if (se === null || se === 0) return { above, below };
  const t = transformed(value / se, skewnessOfMean(mean, sums));
  return { above: Math.max(above, tTail(t, df)), below: Math.max(below, tTail(-t, df)) };
}

/** Returns the 95 % interval of a mean that agrees with `hallPs`: it covers that of t and that of the transformation. */
export function hallBounds(
  mean: ClusterEstimate & { readonly se: number },
  sums: Sums,
): readonly [low: number, high: number] {
  const { value, se, df } = mean;
  const t = tCritical(tail, df);
  const skewness = skewnessOfMean(mean, sums);
  return [value - se * Math.max(t, inverse(t, skewness)), value + se * Math.max(t, -inverse(-t, skewness))];
}
