import type { Contrast } from '../../results/contrast.ts';
import type { Quantity } from '../../results/quantity.ts';
import type { JackknifeEstimate } from '../../stats/beyond-others.ts';
import { detectableEffect, tail } from '../../stats/jackknife.ts';

/**
 * Returns how far a score lies above one of the references that it must all exceed: each at one-sided 2.5 % by t over clusters, so
 * that none is adjusted (an intersection-union test, Berger 1982). `n`: units.
 */
export function referenceContrast(
  { a, b }: Pick<Contrast, 'a' | 'b'>,
  estimate: JackknifeEstimate,
  n: number,
): Contrast {
  const { p } = estimate;
  return {
    ...{ a, b, quantity: jackknifeQuantity(estimate, n) },
    ...{ test: 't', p, adjusted: p, family: 1, word: p <= tail ? 'higher' : 'no difference found', reason: null },
    detectable: detectableOf(estimate),
  };
}

/** Returns the smallest true value that 4 of 5 such comparisons would find at one-sided 2.5 %; null above 1, and where it is unknown. */
export function detectableOf({ value, standardError: se, degrees: df }: JackknifeEstimate): number | null {
  const detectable = detectableEffect({ value, se, df }, 1);
  return detectable.kind === 'known' ? detectable.value : null;
}

/** Returns an estimate with its interval over clusters. */
export function jackknifeQuantity(
  { value, low, high, standardError, degrees }: JackknifeEstimate,
  n: number,
): Quantity {
  const hasInterval = Number.isFinite(standardError) && standardError > 1e-12;
  return {
    ...{ value, n, clusters: degrees + 1 },
    interval: hasInterval ? [low, high] : null,
    missing: hasInterval ? null : 'no variation between clusters',
  };
}
