export const units = ['share', 'correlation', 'difference', 'tokens', 'deviations', 'skill', 'doublings'] as const;

/** Which of two values of a measure is better. */
export const betterValues = ['higher', 'lower'] as const;
export type Better = (typeof betterValues)[number];

/**
 * Returns by how much a value is better than a reference: above 0 where it is better, in units of the measure. Every
 * contrast, best constant answer, verdict and gate compares values with this function, so that a measure of errors needs
 * nothing but `better: 'lower'`.
 */
export function gain({ better = 'higher' }: Pick<Measure, 'better'>, value: number, reference: number): number {
  return better === 'higher' ? value - reference : reference - value;
}

/**
 * Sums over units of the terms that measures read. Which number is which term is known to what made the sums: the file of the
 * kind of outcome, for measures of an experiment.
 */
export type Sums = ArrayLike<number>;

/** Which outcomes and errors the units of some sums have. */
export interface Varying {
  readonly yes: boolean;
  readonly no: boolean;
  readonly error: boolean;
}

/** A named function of sums. A `null` result means that the value does not exist for these sums. */
export interface Measure {
  readonly name: string;
  /** Kind of the outcomes whose sums it reads. */
  readonly kind: string;
  /**
   * `share`: in [0, 1]; `correlation`, and `difference` of two shares: in [-1, 1]; `tokens`: a count; `deviations`:
   * standard deviations; `skill`: at most 1; `doublings`: differences of logarithms to base 2.
   */
  readonly unit: (typeof units)[number];
  readonly value: (sums: Sums) => number | null;
  /** Which of two values is better; absent: the higher one. Compare values with `gain` only. */
  readonly better?: Better;
  /**
   * Units (options, requests, groups, questions) that the value averages over; may include fractional shares of
   * executions.
   */
  readonly n: (sums: Sums) => number;
  /**
   * Set where the value is a mean of values in [0, 1] and is 0 or 1 only if all of them are; absent for other values (MCC, F1,
   * tokens). If there is no variation between groups, the interval is Wilson's.
   */
  readonly isMean?: true;
  /**
   * How the interval is made from the value and its jackknife standard error. `share`: Wilson's at the effective n, for means
   * of values that are 0 or 1; `graded`: t; `margins`: t, for values that divide by the number of one outcome or one
   * prediction, which are too narrow where these are rare; `correlation`: Fisher's z, as rare. Absent: `share` where the
   * measure is a share with `isMean`, else `graded`.
   */
  readonly interval?: 'share' | 'graded' | 'margins' | 'correlation';
  /** Returns what varies in a group, which decides whether there is an interval of the forms `margins` and `correlation`. */
  readonly varying?: (cluster: Sums) => Varying;
  /** Score on the same units of the best rule that does not look at the model; absent if no such rule exists. */
  readonly baseRate?: (sums: Sums) => number | null;
  /**
   * Mean score of each constant answer on the units with a known outcome; null without one. The base rate is the best of
   * them. Absent where no constant answer applies or `baseRate` defines chance.
   */
  readonly constants?: (sums: Sums) => readonly number[] | null;
  /** Score of a re-execution of the same model as the prediction; null below two executions. */
  readonly reexecution?: (sums: Sums) => number | null;
  /** Value of sums in which missing values count as wrong, if every one were wrong, and if every one were right. */
  readonly bounds?: (sums: Sums) => readonly [number, number] | null;
  /** Score of the data set's own label (or another item-only rule) as the prediction. */
  readonly itemRule?: (sums: Sums) => number | null;
}
