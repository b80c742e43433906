import type { LadderUnit } from '../../analyze/ladder/ladder-curves.ts';
import type { Arm } from '../../results/study-result.ts';

/**
 * One prediction of one property of one target's answer to one string; the unit of every analysis in this folder. A
 * predictor whose prediction was requested but not readable has a row with `prediction: null`, which counts as wrong.
 */
export interface PredictionRow {
  /** Display name of the predicting model, including its training. */
  readonly predictor: string;
  /** The model that was trained (or not): the predictor's base. */
  readonly base: string;
  readonly arm: Arm;
  /** The target whose values were the labels; null for an untrained predictor. */
  readonly trainedOn: string | null;
  /** The model whose answer is predicted. A shifted model is a separate target with its own truths. */
  readonly target: string;
  readonly task: string;
  readonly property: string;
  /** Task and property together: the group that macro averages weight equally. */
  readonly group: string;
  /** The normalized string, by which intervals are clustered. */
  readonly cluster: string;
  /**
   * The target's value over all its executions; null where they have no most frequent value. Truths and predictions are
   * already normalized alike (case, Unicode form, punctuation): equal strings are equal values.
   */
  readonly truth: string | null;
  /** The predicted value; null where none could be read. */
  readonly prediction: string | null;
  /** The model whose shifted self the target is; absent: the target is no shifted self. */
  readonly shiftedOf?: string;
  /** Whether the prediction equals the truth; null where either is missing. */
  readonly right: boolean | null;
  /** Set where the property has a fixed set of values, for a yes/no property two; absent: any value is possible. */
  readonly fixedValues?: 'closed' | 'binary';
  /** `train` rows have the labels that rules are fitted to, and no prediction. */
  readonly split: 'train' | 'test';
  readonly wording: string;
  /** The property of the string itself (its first word, its last word), if it has that property. */
  readonly echo?: string | null;
  /**
   * Name of the predictor's training (its seed), where an arm is trained more than once. Trainings of different arms are
   * independent: equal names mean nothing.
   */
  readonly training?: string;
}

/** The predictions of all arms in each mode, about the same executions. */
export interface ModeRows {
  readonly direct: readonly PredictionRow[];
  readonly deliberate: readonly PredictionRow[];
}

/** Sampled predictions and executions of one property of one string, at temperature 1. */
export interface CalibrationSamples {
  readonly predictor: string;
  readonly target: string;
  readonly group: string;
  readonly cluster: string;
  /** Whether the property has only two values: then two ranks are compared, otherwise three. */
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
  /** The value in a second, independent set of executions before the shift, which measures the noise floor. */
  readonly beforeAgain: string | null;
  readonly after: string | null;
  /** The prediction of the shifted model. */
  readonly shifted: string | null;
  /** The prediction of the model before the shift for the same row; null in all rows if it was not collected. */
  readonly unshifted: string | null;
}

/** Score of one training of an arm of a model on one cluster of an experiment that no arm was trained on. */
export interface TransferRow {
  readonly experiment: string;
  readonly base: string;
  readonly arm: 'untrained' | 'self' | 'scramble';
  readonly cluster: string;
  /** The cluster's score, in [0, 1]; missing predictions count as wrong. */
  readonly score: number;
  /** The score of the cluster's usable outcomes alone; null without one. */
  readonly read: number | null;
  /**
   * Scores of the constant answers on the cluster's executions, in an order that all clusters share; one value where the
   * base rate does not depend on the answer, null where no constant answer applies or no execution is usable.
   */
  readonly constants: readonly number[] | null;
  /** Share of the cluster's outcomes that have a prediction and an execution. */
  readonly usable: number;
  /** Name of the training, where an arm is trained more than once. */
  readonly training?: string;
  /** Facts about the executions that affect base rates: share right, share refused; null where not measured. */
  readonly ability: number | null;
  readonly refused: number | null;
}

/** One arm on the ladder, about the model that it was trained on, or about itself without training. */
export interface LadderArm {
  readonly predictor: string;
  readonly base: string;
  readonly arm: 'untrained' | 'self' | 'cross' | 'scramble';
  readonly target: string;
  readonly units: readonly LadderUnit[];
}

/** Returns whether an arm was trained on a target's true values. */
export function learnedValues(arm: Arm): boolean {
  return arm === 'self' || arm === 'cross' || arm === 'near-copy';
}
