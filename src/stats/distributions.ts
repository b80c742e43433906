import { createRequire } from 'node:module';
import type BetaInc from '@stdlib/math-base-special-betainc';
import type Cdf from '@stdlib/stats-base-dists-normal-cdf';
import type Quantile from '@stdlib/stats-base-dists-normal-quantile';
import type StudentQuantile from '@stdlib/stats-base-dists-t-quantile';

// Each library consists of 100 or more small files. The first call loads it, so that a run starts without it. The bundle
// contains them (scripts/bundle.ts).
const require = createRequire(import.meta.url);
let quantile: typeof Quantile | null = null;
let cdf: typeof Cdf | null = null;
let studentQuantile: typeof StudentQuantile | null = null;

/** Returns the standard normal quantile of a probability in (0, 1). */
export function normalQuantile(probability: number): number {
  quantile ??= require('@stdlib/stats-base-dists-normal-quantile') as typeof Quantile;
  return quantile(probability, 0, 1);
}

/** Returns the standard normal distribution function, in [0, 1]. */
export function normalCdf(z: number): number {
  cdf ??= require('@stdlib/stats-base-dists-normal-cdf') as typeof Cdf;
  return cdf(z, 0, 1);
}

/** Returns the quantile of Student's t with `degrees` > 0 degrees of freedom. */
export function tQuantile(probability: number, degrees: number): number {
  studentQuantile ??= require('@stdlib/stats-base-dists-t-quantile') as typeof StudentQuantile;
  return studentQuantile(probability, degrees);
}

/** Returns the z with a central normal mass of `level`, in (0, 1): 1.96 for 0.95. */
export function twoSidedZ(level: number): number {
  if (!(level > 0 && level < 1)) throw new RangeError(`a confidence level lies between 0 and 1, not ${level}`);
  return normalQuantile(1 - (1 - level) / 2);
}

let betaInc: typeof BetaInc | null = null;

/** Returns the regularized incomplete beta function I_x(a, b). */
function incompleteBeta(x: number, a: number, b: number): number {
  betaInc ??= require('@stdlib/math-base-special-betainc') as typeof BetaInc;
  return betaInc(x, a, b);
}

/** Returns P(T >= t) for Student's t with `degrees` > 0 degrees of freedom. */
export function tTail(t: number, degrees: number): number {
  const half = incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5) / 2;
  return t > 0 ? half : 1 - half;
}

/** Returns P(F >= f) for the F distribution with `numerator` and `denominator` degrees of freedom. */
export function fTail(f: number, numerator: number, denominator: number): number {
  return f <= 0 ? 1 : incompleteBeta(denominator / (denominator + numerator * f), denominator / 2, numerator / 2);
}

/** Returns P(X <= k) for the binomial distribution with n trials; k need not be whole (by the incomplete beta function). */
export function binomialTail(k: number, n: number, probability: number): number {
  if (k < 0) return 0;
  return k >= n ? 1 : incompleteBeta(1 - probability, n - k, k + 1);
}

const criticalValues = new Map<string, number>();

/** Returns the t that `tail`, in (0, 0.5), of Student's distribution exceeds. */
export function tCritical(tail: number, degrees: number): number {
  const key = `${tail} ${degrees}`;
  const known = criticalValues.get(key);
  if (known !== undefined) return known;
  const value = tQuantile(1 - tail, degrees);
  criticalValues.set(key, value);
  return value;
}

/** Returns 1 / (1 + exp(-x)), in (0, 1). */
export function logistic(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/** Returns log(1 + exp(x)) without overflow. */
export function softplus(x: number): number {
  return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
}

/** Returns P(Z >= z) of a standardized value with a skewness, by the first term of Edgeworth's series, in [0, 1]. */
export function edgeworthTail(z: number, skewness: number): number {
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  const p = normalCdf(-z) + (skewness / 6) * (z * z - 1) * density;
  return Math.min(1, Math.max(Number.MIN_VALUE, p));
}

const logFactorials: number[] = [0];

function logFactorial(n: number): number {
  for (let i = logFactorials.length; i <= n; i += 1) {
    logFactorials.push((logFactorials[i - 1] as number) + Math.log(i));
  }
  return logFactorials[n] as number;
}

/** Returns the logarithm of the binomial coefficient; minus infinity where it is 0. */
export function logChoose(n: number, k: number): number {
  return k < 0 || k > n ? Number.NEGATIVE_INFINITY : logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}
