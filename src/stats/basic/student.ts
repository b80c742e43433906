import { createRequire } from 'node:module';
import type BetaInc from '@stdlib/math-base-special-betainc';
import { tQuantile } from './quantiles.ts';

// The library consists of many small files. The first call loads it.
const load = createRequire(import.meta.url);
let betaInc: typeof BetaInc | null = null;

/** Returns the regularized incomplete beta function I_x(a, b). */
function incompleteBeta(x: number, a: number, b: number): number {
  betaInc ??= load('@stdlib/math-base-special-betainc') as typeof BetaInc;
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
