/** Predictors' forecasts against targets' outcomes: values[predictor][target] in the order of `models`. */
export interface ComparisonMatrix {
  readonly experiment: string;
  readonly measure: string;
  /** `reuse`: a model's forecast of itself is read as one of the target; `asked`: it was asked about the target by name. */
  readonly form: 'reuse' | 'asked';
  readonly models: readonly string[];
  readonly values: readonly (readonly (number | null)[])[];
  /** Items that every model of the matrix has an outcome and a forecast for. */
  readonly items: number;
  /** Items of the experiment that some model lacks. */
  readonly left_out?: number;
}

interface Compared {
  readonly experiment: string;
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
}

/** Log odds of self-access, with or without the similarity of models held fixed. */
export interface BetaEntry extends Compared {
  readonly similarity: boolean;
}

/** A paired difference of two models (or runs), `a` minus `b`. */
export interface DifferenceEntry extends Compared {
  readonly measure: string;
  readonly a: string;
  readonly b: string;
  readonly p: number | null;
  readonly p_holm: number | null;
  readonly n: number;
}

/** What `seb compare --json` prints. */
export interface Comparison {
  readonly matrices: readonly ComparisonMatrix[];
  readonly self_advantage: readonly SelfAdvantageEntry[];
  readonly beta: readonly BetaEntry[];
  readonly differences: readonly DifferenceEntry[];
}
