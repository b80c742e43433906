import type { Quantity } from '../quantity.ts';

/** Place of an item on a ladder: tasks of growing difficulty along one axis. */
export interface Rung {
  /** Name of the axis, such as `length`. */
  readonly axis: string;
  /** Number of the rung, from 1, the easiest. */
  readonly rung: number;
  /** Name of the rung, such as `sentence`. */
  readonly label: string;
}

/** Scores at one rung. Missing predictions count as wrong; intervals are 95 % jackknife intervals over strings. */
export interface RungScore {
  readonly rung: number;
  readonly label: string;
  /** Share of predictions that equal the most frequent value of the executions. */
  readonly score: Quantity;
  /** Score of the best constant answer on the same units. */
  readonly constant: Quantity;
  /** Score less that of the best constant answer. */
  readonly gain: Quantity;
  /** Score of one execution as the prediction of the others. */
  readonly reexecution: Quantity;
  /** Score of the other models' values as the prediction. */
  readonly others: Quantity;
  /** Share of units whose executions have a most frequent value, and of predictions that could be read. */
  readonly known: number;
  readonly read: number | null;
  /** Sign-flip p of the gain, and adjusted (Holm) over all rungs of the model. */
  readonly p: number | null;
  readonly holm: number | null;
  /** Whether the score is above that of the best constant answer at 5 % after adjustment. */
  readonly isAbove: boolean;
}

/** Scores along one axis. */
export interface LadderCurve {
  readonly axis: string;
  readonly rungs: readonly RungScore[];
  /** Least-squares slope of the score, and of the gain, per rung. */
  readonly slope: Quantity;
  readonly gainSlope: Quantity;
  /** First rung after the last one with a score above the best constant answer; null where the last rung is above it. */
  readonly notAboveFrom: string | null;
}

/** A curve of one model of a run. */
export interface LadderFinding extends LadderCurve {
  readonly run: string;
  readonly experiment: string;
  readonly condition: string;
  readonly model: string;
}
