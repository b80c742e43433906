import { ratio } from './moments.ts';

/** Counts of predictions against outcomes; fractional where an outcome is a share of several executions. */
export interface Confusion {
  readonly truePositive: number;
  readonly falsePositive: number;
  readonly trueNegative: number;
  readonly falseNegative: number;
}

/** Returns the counts in sums [.., TP, FP, TN, FN, ..] from `offset` on. */
export function confusionOf(sums: ArrayLike<number>, offset = 0): Confusion {
  if (offset + 4 > sums.length) throw new RangeError(`no counts at ${offset} of ${sums.length} numbers`);
  const column = (index: number) => sums[offset + index] as number; // the four numbers are there
  return { truePositive: column(0), falsePositive: column(1), trueNegative: column(2), falseNegative: column(3) };
}

/** Returns the number of predictions. */
export function total(counts: Confusion): number {
  return counts.truePositive + counts.falsePositive + counts.trueNegative + counts.falseNegative;
}

/** Returns (TP + TN) / n, in [0, 1]. */
export function accuracy(counts: Confusion): number | null {
  return ratio(counts.truePositive + counts.trueNegative, total(counts));
}

/** Returns TP / (TP + FP), in [0, 1]. */
export function precision(counts: Confusion): number | null {
  return ratio(counts.truePositive, counts.truePositive + counts.falsePositive);
}

/** Returns TP / (TP + FN), in [0, 1]: sensitivity, hit rate. */
export function recall(counts: Confusion): number | null {
  return ratio(counts.truePositive, counts.truePositive + counts.falseNegative);
}

/** Returns (TP + FP) / n, in [0, 1]: the rate of predicted "yes". */
export function positiveRate(counts: Confusion): number | null {
  return ratio(counts.truePositive + counts.falsePositive, total(counts));
}

/** Returns 2 TP / (2 TP + FP + FN), in [0, 1]: the harmonic mean of precision and recall. */
export function f1(counts: Confusion): number | null {
  const found = 2 * counts.truePositive;
  return ratio(found, found + counts.falsePositive + counts.falseNegative);
}

/** Returns the Matthews correlation (1975), in [-1, 1]; null where predictions or outcomes do not vary. */
export function mcc(counts: Confusion): number | null {
  const { truePositive: tp, falsePositive: fp, trueNegative: tn, falseNegative: fn } = counts;
  return ratio(tp * tn - fp * fn, Math.sqrt(tp + fp) * Math.sqrt(tp + fn) * Math.sqrt(tn + fp) * Math.sqrt(tn + fn));
}

/** Returns (FP + TN) / n, in [0, 1]: the accuracy of always predicting "no". */
export function alwaysFalseAccuracy(counts: Confusion): number | null {
  return ratio(counts.falsePositive + counts.trueNegative, total(counts));
}

/**
 * Returns FN / (FN + FP), in [0, 1]: the share of wrong predictions that were "no" (over-niceness where "no" is a
 * refusal).
 */
export function falseNegativeShare(counts: Confusion): number | null {
  return ratio(counts.falseNegative, counts.falseNegative + counts.falsePositive);
}
