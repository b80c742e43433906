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
}

interface Compared extends Place {
  readonly value: number | null;
  readonly interval: readonly [number, number] | null;
  /** Why there is no value, where there is none. */
  readonly reason?: string;
}

/** `model` is `all` for diagonal minus off-diagonal over all models. */
export interface SelfAdvantageEntry extends Compared {
  readonly measure: string;
  readonly model: string;
  readonly n: number;
  /** The model's score about itself, and what its strength as predictor and its predictability as target make likely. */
  readonly own?: number | null;
  readonly expected?: number | null;
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
}

/** A paired difference of two models (or runs), `a` minus `b`. */
export interface DifferenceEntry extends Compared {
  readonly measure: string;
  readonly a: string;
  readonly b: string;
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
  readonly notes?: readonly string[];
}
