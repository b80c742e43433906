import type { Contrast } from '../../results/contrast.ts';
import type { Quantity } from '../../results/quantity.ts';

/** Two sides with their difference, and how it was tested. */
interface Tested extends Pick<Contrast, 'a' | 'b' | 'p'> {
  readonly quantity: Quantity;
  /** Word on a difference with an interval. */
  readonly word: Contrast['word'];
}

/**
 * Returns a contrast that is one part of a verdict: all parts must hold, each at its own level, so that none is adjusted.
 * `not measured` without a value, an interval or a p.
 */
export function partContrast({ a, b, quantity, p, word }: Tested): Contrast {
  const isMeasured = quantity.value !== null && quantity.interval !== null && p !== null;
  return {
    ...{ a, b, quantity, p, adjusted: isMeasured ? p : null, family: 1, detectable: null },
    test: isMeasured ? 't' : null,
    word: isMeasured ? word : 'not measured',
    reason: isMeasured ? null : (quantity.missing ?? 'no test'),
  };
}

/** Returns a contrast that was not measured. */
export function missingContrast({ a, b }: Pick<Contrast, 'a' | 'b'>, quantity: Quantity): Contrast {
  return partContrast({ a, b, quantity, p: null, word: 'not measured' });
}
