import type { Measure } from './measure.ts';
import type { Policy } from './policy.ts';

/** What became of the units of an experiment: how many there were, how many count, and why the others do not. */
export interface Coverage {
  /** Units: option words, requests, groups of questions. */
  readonly units: number;
  /** Units with a usable forecast and at least one usable execution. */
  readonly usable: number;
  /** Lost units by `slot: reason`. */
  readonly lost: Readonly<Record<string, number>>;
}

/** A number with everything that is needed to judge it. Nothing that does not exist is 0. */
export interface Estimate {
  /** Run that the number comes from; null where it spans several. */
  readonly run: string | null;
  readonly experiment: string;
  readonly model: string;
  readonly condition: string;
  readonly measure: string;
  readonly unit: Measure['unit'];
  readonly policy: Policy;
  readonly value: number | null;
  /** Bounds at `level`; null where fewer than six clusters have units, or no spread can be estimated. */
  readonly interval: readonly [number, number] | null;
  readonly level: number;
  /** How the interval was made, seed included. */
  readonly method: string;
  /** Units that the value is a mean over. */
  readonly n: number;
  /** Groups that the interval is clustered by, those without such units left out. */
  readonly clusters: number;
  readonly coverage: Coverage;
  /**
   * The best constant answer on the same units, chosen on other clusters than it is scored on (on the same ones under
   * `published`); null where there is none.
   */
  readonly base_rate: number | null;
  /** An item-only rule (the data set's label, the shorter question); null where there is none. */
  readonly item_rule: number | null;
  /** The other models' behaviour as the forecast; null with one model. */
  readonly other_models: number | null;
  /** A re-execution of the model as the forecast; null below two executions. */
  readonly reexecution: number | null;
  /**
   * (value - base rate) / (optimum - base rate), by the upper estimate of the optimum; null below two executions, and
   * where the optimum's lead over the base rate may be chance.
   */
  readonly skill: number | null;
  /** Of `skill`, at `level`. */
  readonly skill_interval?: readonly [number, number] | null;
  /** The same by the lower estimate of the optimum. */
  readonly skill_upper?: number | null;
  /**
   * Lower and upper estimate of what the best prediction of the model's own behavior scores: the majority of the other
   * executions, and of all of them.
   */
  readonly optimum?: readonly [number, number] | null;
  /** Value if every lost unit were wrong, and if every one were right; null where a loss has no such reading. */
  readonly bounds: readonly [number, number] | null;
  /** Why, for each of the fields above that is null. */
  readonly absent?: Readonly<Record<string, string>>;
}
