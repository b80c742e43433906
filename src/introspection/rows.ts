/**
 * How a predictor was trained. `self` and `cross` are trained on the target's own values (by the target itself, or by
 * another model); `near-copy` is a `cross` arm whose base is a sibling of the target; `scramble` is trained on the same
 * values permuted inside each group; `read-off` is asked about a response that is shown in its prompt.
 */
export type Arm = 'untrained' | 'self' | 'cross' | 'near-copy' | 'scramble' | 'read-off' | 'shifted';

/** How far a row lies from the training rows. `train` rows are training rows themselves (in-sample fit). */
export type SplitLevel = 'train' | 'new-string' | 'new-task' | 'new-task-and-property';

/**
 * One prediction of one property of one target's answer to one string. The unit of every analysis in this folder.
 * A predictor that was asked but gave no readable prediction has a row with `prediction: null`; it counts as wrong.
 */
export interface PredictionRow {
  /** Name of the predicting model as the report prints it, training included. */
  readonly predictor: string;
  /** The model that was trained (or not): the predictor's base. */
  readonly base: string;
  readonly arm: Arm;
  /** The target whose values were the labels; null for an untrained predictor. */
  readonly trainedOn: string | null;
  /** The model whose answer is predicted. A shifted model is a target of its own, with its own truths. */
  readonly target: string;
  readonly task: string;
  readonly property: string;
  /** Task and property together: the group that macro averages weigh equally. */
  readonly group: string;
  /** The normalized string: what intervals are clustered by. */
  readonly cluster: string;
  /**
   * The target's value over all its executions; null where they have no most frequent value. Truths and predictions are
   * normalized alike (case, Unicode form, punctuation) before they come here: equal strings are equal values.
   */
  readonly truth: string | null;
  /** The values over the first and the second half of the executions, if there are two or more. */
  readonly halves?: { readonly first: string | null; readonly second: string | null };
  /** The predicted value; null where none could be read. */
  readonly prediction: string | null;
  /** Whether the prediction equals the truth; null where either is missing. */
  readonly right: boolean | null;
  /** Whether the first token of the answer decides the property. */
  readonly shallow: boolean;
  readonly split: SplitLevel;
  readonly wording: string;
  /** The property of the string itself (its first word, its last word), if it has one. */
  readonly echo?: string | null;
  /** Number of training rows, on rows of a scaling arm only: the main analyses leave such rows out. */
  readonly size?: number;
}

/** Sampled predictions and executions of one property of one string, at temperature 1. */
export interface CalibrationSamples {
  readonly predictor: string;
  readonly target: string;
  readonly group: string;
  readonly cluster: string;
  /** Whether the property has two values only: two ranks are compared then, otherwise three. */
  readonly binary: boolean;
  readonly predictions: readonly string[];
  readonly executions: readonly string[];
}

/** One property of one string before and after a target's behavior was shifted (by training or by a system prompt). */
export interface ShiftRow {
  readonly target: string;
  readonly property: string;
  readonly group: string;
  readonly cluster: string;
  readonly binary: boolean;
  /** The target's value before the shift; null where it is missing. */
  readonly before: string | null;
  /** The value in a second, independent set of executions before the shift: the noise floor. */
  readonly beforeAgain: string | null;
  readonly after: string | null;
  /** The prediction of the shifted model. */
  readonly shifted: string | null;
  /** The prediction of the model before the shift, about the same row; null in all rows where it was not asked. */
  readonly unshifted: string | null;
}

/** What one arm of a model scored on one cluster of a self-execution experiment. */
export interface EffectRow {
  readonly experiment: string;
  readonly base: string;
  readonly arm: 'untrained' | 'self' | 'scramble';
  readonly cluster: string;
  /** The cluster's score, in [0, 1]. */
  readonly score: number;
  /** Facts of the executions that move base rates: share right, share refused, list length; null where not measured. */
  readonly ability: number | null;
  readonly refused: number | null;
  readonly length: number | null;
}

/** Whether an arm learned a target's true values. */
export function learnedValues(arm: Arm): boolean {
  return arm === 'self' || arm === 'cross' || arm === 'near-copy';
}
