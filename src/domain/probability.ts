/** A probability as a model wrote it; its scale is decided over all items of a model and condition. */
export interface StatedProbability {
  readonly value: number;
  /** The characters that were read: `5 %`, `0.05`, `5`. */
  readonly spelling: string;
  /** Whether it has a percent sign, which decides its scale. */
  readonly isPercent: boolean;
}

/** Scales that a user may declare for probabilities without a percent sign. */
export const probabilityScales = ['percent', 'share'] as const;
export type DeclaredScale = (typeof probabilityScales)[number];

/** Scale of the values without a percent sign: `mixed`: those above 1 are percent, the others are ambiguous; `unknown`: all are. */
export type ProbabilityScale = DeclaredScale | 'mixed' | 'unknown';

/** Collects the probabilities that one model stated under one condition for one set of items, and decides their scale. */
export class ScaleEvidence {
  #isAboveOne = false;
  #isBetween = false;

  add({ value, isPercent }: StatedProbability): void {
    if (isPercent) return;
    this.#isAboveOne ||= value > 1;
    this.#isBetween ||= value > 0 && value < 1;
  }

  /** Returns `percent` where values above 1 and none strictly between 0 and 1 were added, and `share` in the reverse case. */
  get scale(): ProbabilityScale {
    if (this.#isAboveOne) return this.#isBetween ? 'mixed' : 'percent';
    return this.#isBetween ? 'share' : 'unknown';
  }
}

/** Returns a probability in [0, 1] on a scale; null where the scale is ambiguous, or where a share is above 1. */
export function probabilityOn({ value, isPercent }: StatedProbability, scale: ProbabilityScale): number | null {
  if (isPercent || scale === 'percent') return value / 100;
  if (scale === 'mixed') return value > 1 ? value / 100 : null;
  return scale === 'share' && value <= 1 ? value : null;
}
