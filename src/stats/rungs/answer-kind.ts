import type { Scale } from '../jackknife.ts';

/** Mean scores of one dealing: of each prediction against all outcomes, and of each outcome under all predictions. */
export interface DealtMeans {
  readonly ofPredictions: Float64Array;
  readonly ofOutcomes: Float64Array;
}

/** One answer for all items, whatever the item is. */
export interface Constant<P> {
  readonly name: string;
  readonly answer: P;
}

/** A prediction and an outcome; null where the value is missing. */
export interface Answered<P, Y> {
  readonly prediction: P | null;
  readonly outcome: Y | null;
}

/** How missing values are filled: at the lowest or the highest unit score. */
export interface Filling<P, Y> {
  readonly worst: 'lowest' | 'highest';
  /** Values of the same dealing group that were read. */
  readonly predictions: readonly P[];
  readonly outcomes: readonly Y[];
  /** Which of two equally bad fillings to use, where the lowest score leaves a choice. */
  readonly alternative: boolean;
}

/**
 * How predictions `P` score against outcomes `Y` (the mean of all executions of a unit). Higher scores are better. Each
 * kind of outcome implements it once; everything above it is the same for all kinds.
 */
export interface AnswerKind<P, Y> {
  /** Name of the kind; `yes-no` and `probability` have exact tests. */
  readonly name: string;
  /** How rung C reads the values, or why it is not asked: null where it goes without saying. */
  readonly others:
    | { readonly kind: 'asked'; readonly scale: 'share' | 'number' }
    | { readonly kind: 'not asked'; readonly reason: string | null };
  /** Lowest and highest unit score; a perfect prediction scores the highest. */
  readonly scale: Scale;
  /** Whether the mean score is a share of yes/no trials, so that its interval is Wilson's. */
  readonly isShare: boolean;
  score(prediction: P, outcome: Y): number;
  /** Returns the mean of every prediction over all outcomes, and of every outcome over all predictions. */
  deal(predictions: readonly P[], outcomes: readonly Y[]): DealtMeans;
  /** Returns the constants that rung B compares with: every class, order or option; the best one of the data for graded values. */
  constants(outcomes: readonly Y[]): readonly Constant<P>[];
  /** Returns the constant with the highest mean score on these outcomes. */
  best(outcomes: readonly Y[]): Constant<P>;
  /** Returns texts by which equal predictions, and equal outcomes, are recognized. */
  predictionKey(prediction: P): string | number;
  outcomeKey(outcome: Y): string | number;
  /** Returns the group that an answer can be dealt in, where not all answers are comparable; absent: one group. */
  groupOf?(answer: Answered<P, Y>): string | number | null;
  /** Returns both values, where a missing one has the lowest or the highest unit score. */
  fill(answer: Answered<P, Y>, filling: Filling<P, Y>): { readonly prediction: P; readonly outcome: Y };
  /** Returns an outcome of which a share of the executions is another one's: what was read, and how the rest was filled. */
  mix(read: Y, filled: Y, share: number): Y;
  /** Returns the lowest score that any prediction could have for this outcome. */
  lowest(outcome: Y): number;
  /** Returns the lowest difference of the scores of two predictions over all possible outcomes. */
  lowestDifference(prediction: P, constant: P): number;
}

/** Mixes outcomes that are means of executions. */
export function mixMeans(read: readonly number[], filled: readonly number[], share: number): readonly number[] {
  return read.map((value, index) => (1 - share) * value + share * (filled[index] as number));
}

/** Mixes outcomes that list executions: adds as many filled ones as the share that was not read. */
export function mixLists<T>(read: readonly T[], [filled]: readonly T[], share: number): readonly T[] {
  const count = Math.round((read.length * share) / (1 - share));
  return [...read, ...Array.from({ length: count }, () => filled as T)]; // a filled outcome has a value
}

/** Returns the best of several constants on outcomes; the first of equal ones. */
export function bestOf<P, Y>(
  constants: readonly Constant<P>[],
  outcomes: readonly Y[],
  score: (prediction: P, outcome: Y) => number,
): Constant<P> {
  let best: { constant: Constant<P>; sum: number } | null = null;
  for (const constant of constants) {
    let sum = 0;
    for (const outcome of outcomes) sum += score(constant.answer, outcome);
    if (best === null || sum > best.sum + 1e-9) best = { constant, sum };
  }
  if (best === null) throw new RangeError('no constant answer to choose from');
  return best.constant;
}
