import type { Measure } from './measure.ts';
import type { Policy } from './policy.ts';

/** Unit counts of an experiment: how many there are, how many count, and why the others are excluded. */
export interface Coverage {
  /** Number of units: option words, requests, groups of questions. */
  readonly units: number;
  /** Units with a usable prediction and at least one usable execution. */
  readonly usable: number;
  /** Missing units by `slot: reason`. */
  readonly lost: Readonly<Record<string, number>>;
}

/** A value with everything that is needed to judge it. A value that does not exist is null, never 0. */
export interface Estimate {
  /** Run of the value; null where it combines several runs. */
  readonly run: string | null;
  readonly experiment: string;
  readonly model: string;
  readonly condition: string;
  readonly measure: string;
  readonly unit: Measure['unit'];
  readonly policy: Policy;
  readonly value: number | null;
  /** Bounds at `level`; null where fewer than six clusters have units, or too few of them vary. */
  readonly interval: readonly [number, number] | null;
  readonly level: number;
  /** Method of the interval, or why there is none. */
  readonly method: string;
  /** Number of units that the value averages over. */
  readonly n: number;
  /** Groups that the interval is clustered by, without groups that have no such units. */
  readonly clusters: number;
  readonly coverage: Coverage;
  /**
   * Score of the best constant answer on the same units, chosen on other clusters than it is scored on (on the same
   * ones under `published`); null if no constant answer applies.
   */
  readonly baseRate: number | null;
  /** Score of an item-only rule (the data set's label, the shorter question); null if the experiment has none. */
  readonly itemRule: number | null;
  /** Score of the other models' behavior as the prediction; null with one model. */
  readonly otherModels: number | null;
  /** Score of a re-execution of the model as the prediction; null below two executions. */
  readonly reexecution: number | null;
  /**
   * (value - base rate) / (optimum - base rate), with the upper estimate of the optimum; null below two executions, and
   * where the optimum is not distinguishable from the base rate.
   */
  readonly skill: number | null;
  /** Interval of `skill` at `level`. */
  readonly skillInterval?: readonly [number, number] | null;
  /** Skill with the lower estimate of the optimum. */
  readonly skillUpper?: number | null;
  /**
   * Lower and upper estimate of the score of the best prediction of the model's own behavior: the majority of the other
   * executions, and the majority of all executions.
   */
  readonly optimum?: readonly [number, number] | null;
  /**
   * Value if every missing unit were wrong, and if every one were right; null where missing units cannot be counted
   * that way.
   */
  readonly bounds: readonly [number, number] | null;
  /** The reason for each of the fields above that is null. */
  readonly absent?: Readonly<Record<string, string>>;
}
