import type { Square } from './double-difference.ts';

/** Gains in accuracy: trained on true labels, minus trained on permuted labels. */
type Gains = Square<number>;

/**
 * Returns the determinant of the gains in one group, G[a,a] G[b,b] - G[b,a] G[a,b]: 0 where a predictor's skill
 * multiplies a target's predictability (gains of rank one), whatever the skills. Groups must not be pooled before this
 * product: a model that is skilled exactly where it is predictable would look introspective.
 */
export function gainDeterminant({ aa, bb, ba, ab }: Gains): number {
  return aa * bb - ba * ab;
}

/** Returns the mean of the four gains of one group. */
export function meanGain({ aa, bb, ba, ab }: Gains): number {
  return (aa + bb + ba + ab) / 4;
}

/**
 * Returns the excess E = determinant / (2 mean gain), in accuracy points; both are means over groups. With gains c off
 * the diagonal and c + e on it, the determinant is e (2c + e) and the mean gain c + e / 2, so E = e exactly. Null where
 * the mean gain is not positive: nothing was learned.
 */
export function excess(determinant: number, gain: number): number | null {
  return gain > 0 ? determinant / (2 * gain) : null;
}
