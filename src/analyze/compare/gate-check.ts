import type { RunConfig } from '../../domain/run-config.ts';

/**
 * Result of a check. With the rule `lower`: the score is lower by more than the margin (`lower`), lower but within the
 * margin, or neither. With the rule `within`: the whole interval lies above minus the margin, or not.
 */
export type GateResult = 'lower' | 'lower-within-margin' | 'not-lower' | 'within' | 'not-within' | 'not-measured';

/** Result for one model, experiment and condition: whether the run scores lower than the baseline. */
export interface GateCheck {
  readonly experiment: string;
  readonly condition: string;
  readonly measure: string;
  readonly model: string;
  readonly result: GateResult;
  /**
   * Score of the new run minus that of the baseline on the same units; baseline minus new where lower scores are better,
   * so that a value below 0 is always a loss.
   */
  readonly difference: number | null;
  /** 95 % interval of the difference. Its lower end is the largest drop that is compatible with the data. */
  readonly interval: readonly [number, number] | null;
  /**
   * One-sided p of the claim, adjusted over all checks (Holm): rule `lower`, a drop by more than the margin; rule `within`,
   * no drop by the margin. Null where nothing was measured.
   */
  readonly pHolm: number | null;
  /**
   * Rule `lower`: the true drop that 80 % of such runs would have found. Rule `within`: the margin that 80 % of such
   * runs pass if nothing changed. Null where it is unknown.
   */
  readonly detectable: number | null;
  /** Items, and option words, requests or groups in them, for which both runs have a score. */
  readonly n: number;
  readonly units: number;
  /** Units with a score in the new run and in the baseline. */
  readonly usable: readonly [number, number];
  /** Shares of missing scores of the new run and the baseline; absent where nothing was compared. */
  readonly missing?: readonly [number, number];
  /** Why there is no result, or a caution about it; null if neither. */
  readonly note: string | null;
}

/** A run as the gate needs it. */
interface GateRun {
  readonly id: string;
  readonly config: RunConfig;
}

/** The run to check, the baseline run, and the rule. */
export interface Gate {
  readonly run: GateRun;
  readonly baseline: GateRun;
  /** `lower`: fails on a drop by more than the margin. `within`: fails unless a drop by the margin is excluded. */
  readonly rule: 'lower' | 'within';
  /** In units of the measure, 0 or more. */
  readonly margin: number;
  /** Share of the calls of a model in an experiment (`modelKey`) that both runs answer with one stored answer; absent: 0. */
  readonly shared?: ReadonlyMap<string, number>;
}
