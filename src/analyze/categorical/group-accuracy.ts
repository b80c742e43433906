/** Accuracy of one group of task and property under the policy `failures-wrong`, for the table of groups. */
export interface GroupAccuracy {
  readonly run: string;
  readonly experiment: string;
  readonly model: string;
  readonly condition: string;
  readonly group: string;
  readonly n: number;
  readonly accuracy: number | null;
  /** Accuracy of the most frequent value of the other folds. */
  readonly mode: number | null;
  readonly itemRule: number | null;
  readonly reexecution: number | null;
  /** Share of the most frequent value. */
  readonly modalShare: number;
  /** Entropy of the true values, in bits. */
  readonly entropy: number | null;
  /** Whether the group is in the macro average. */
  readonly inMacro: boolean;
}
