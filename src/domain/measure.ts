import type { Outcome } from './outcome.ts';

export const units = ['share', 'correlation', 'difference', 'tokens', 'deviations', 'skill'] as const;

/** A named function of summed tallies. Each `null` means that the value does not exist for these counts. */
export interface Measure {
  readonly name: string;
  readonly kind: Outcome['kind'];
  /** Set where the value is of behavior or of another rule: the prediction is not in it, so no reference applies. */
  readonly usesPrediction?: false;
  /** `share`: in [0, 1]; `correlation`, and `difference` of two shares: in [-1, 1]; `tokens`: a count; `deviations`: standard ones; `skill`: at most 1. */
  readonly unit: (typeof units)[number];
  readonly value: (totals: ArrayLike<number>) => number | null;
  /** Places of the columns that `value` looks at; absent: any. Where only these are needed, no other is resampled. */
  readonly reads?: readonly number[];
  /** Units (options, requests, groups, questions) that the value is a mean over; may be fractional shares of executions. */
  readonly n: (totals: ArrayLike<number>) => number;
  /**
   * The weight of what the value is a mean over, where that mean is of values in [0, 1] that all are 0 or all 1 at its ends;
   * absent where the value is no such mean (MCC, F1, tokens). Groups that are all alike have Wilson's interval then.
   */
  readonly meanOver?: (totals: ArrayLike<number>) => number;
  /** What the best rule that does not look at the model scores on the same units; absent where there is no such rule. */
  readonly baseRate?: (totals: ArrayLike<number>) => number | null;
  /**
   * Of a tally: the sum, in units of `n`, that each constant answer scores. The base rate is the best of them, chosen on
   * other clusters than it is scored on; absent where no constant answer applies or `baseRate` says what chance is.
   */
  readonly constants?: (tally: ArrayLike<number>) => readonly number[];
  /** The weight of the units that `constants` are sums over: those with a known outcome. */
  readonly constantsWeight?: (tally: ArrayLike<number>) => number;
  /**
   * Brackets what the best prediction of the model's own behavior scores, from repeated executions: chosen on the
   * executions that it is scored on (biased up), and on the others (biased down). Null below two executions.
   */
  readonly optimum?: Readonly<Record<'up' | 'down', (totals: ArrayLike<number>) => number | null>>;
  /** What a re-execution of the same model scores as the prediction; null below two executions. */
  readonly reexecution?: (totals: ArrayLike<number>) => number | null;
  /** From a `failures-wrong` tally: the value if every lost unit were wrong, and if every one were right. */
  readonly bounds?: (totals: ArrayLike<number>) => readonly [number, number] | null;
  /** What the data set's own label (or another item-only rule) scores as the forecast. */
  readonly itemRule?: (totals: ArrayLike<number>) => number | null;
}
