import type { CompareVerdict } from '../verdict.ts';

/** What a matrix and the numbers from it are about; runs of other data or another condition are never mixed in. */
interface Place {
  readonly experiment: string;
  readonly condition?: string;
}

/** Predictors' forecasts against targets' outcomes: values[predictor][target] in the order of `models`. */
export interface ComparisonMatrix extends Place {
  readonly measure: string;
  /** `reuse`: a model's forecast of itself is read as one of the target; `asked`: it was asked about the target by name. */
  readonly form: 'reuse' | 'asked';
  readonly models: readonly string[];
  readonly values: readonly (readonly (number | null)[])[];
  /** Items that every model of the matrix has an outcome and a forecast for. */
  readonly items: number;
  /** Items of the experiment that some model lacks. */
  readonly left_out?: number;
  /** Yes/no questions behind the cells: option words, requests, pairs of a group's questions. */
  readonly units?: number;
  readonly units_left_out?: number;
  /** Models that have too few usable items to be in the matrix. */
  readonly models_left_out?: readonly string[];
  /**
   * The model that costs the others most units: how many more there are without it, and the mean of the diagonal less
   * that of the other cells there; absent where no model costs any.
   */
  readonly costliest?: { readonly model: string; readonly units: number; readonly value: number | null };
}

interface Compared extends Place {
  readonly value: number | null;
  readonly interval: readonly [number, number] | null;
  /** Why there is no value, where there is none. */
  readonly reason?: string;
}

/** A self-advantage by one form of the expected diagonal. */
export interface AdvantageForm {
  /**
   * `additive`, `multiplicative` (both of the measure; of tetrachoric correlations where models were asked about each other
   * and outcomes are yes/no) or `threshold` (a correlation of the underlying variables).
   */
  readonly form: string;
  readonly value: number | null;
  readonly interval: readonly [number, number] | null;
  /** One-sided, against "no advantage". */
  readonly p: number | null;
  readonly reason?: string;
}

/** `model` is `all` for diagonal minus off-diagonal over all models. */
export interface SelfAdvantageEntry extends Compared {
  readonly measure: string;
  /** As in `ComparisonMatrix`. */
  readonly form: ComparisonMatrix['form'];
  readonly model: string;
  readonly n: number;
  /** The model's score about itself, and what its strength as predictor and its predictability as target make likely. */
  readonly own?: number | null;
  readonly expected?: number | null;
  /** The forms of the expected diagonal; of the experiment's primary measure only. */
  readonly forms?: readonly AdvantageForm[];
}

/** A model beside the best other predictor of it, chosen on one half of the items and scored on the other half. */
export interface BestOtherEntry extends Compared {
  readonly measure: string;
  readonly model: string;
  /** Chosen on the first and on the second half. */
  readonly best: readonly string[];
  readonly own: number | null;
  readonly other: number | null;
  readonly n: number;
}

/** Log odds of self-access, with or without the similarity of models held fixed. */
export interface BetaEntry extends Compared {
  readonly similarity: boolean;
  /** All that is held fixed beside predictor, target and item. */
  readonly controls?: readonly string[];
  readonly n?: number;
  /** Why the value supports no conclusion though there is one: a control had to be extrapolated. */
  readonly caution?: string;
}

/** A paired difference of two models (or runs), `a` minus `b`. */
export interface DifferenceEntry extends Compared {
  readonly measure: string;
  readonly a: string;
  readonly b: string;
  /** Models and runs of `a` and `b`; absent in files of earlier versions. */
  readonly models?: readonly [string, string];
  readonly runs?: readonly [string, string];
  readonly p: number | null;
  readonly p_holm: number | null;
  /** Items that both have a score for, and option words, requests or groups in them. */
  readonly n: number;
  readonly units?: number;
}

/** What `seb compare --json` prints. */
export interface Comparison {
  readonly matrices: readonly ComparisonMatrix[];
  readonly self_advantage: readonly SelfAdvantageEntry[];
  readonly beta: readonly BetaEntry[];
  readonly differences: readonly DifferenceEntry[];
  readonly best_other?: readonly BestOtherEntry[];
  /** Self-advantage on the items on which the models do not all behave alike, each stable in its own executions. */
  readonly divergent?: readonly SelfAdvantageEntry[];
  /** What the numbers allow to be said, in one word each with reasons; see `verdict.ts`. */
  readonly verdicts?: readonly CompareVerdict[];
  readonly notes?: readonly string[];
}
