import type { CompareVerdict } from '../self-knowledge/advantage-verdict.ts';
import type { OthersCurve } from '../self-knowledge/others-curve.ts';
import type { BesideVerdict } from '../self-knowledge/requirements.ts';

/** Subject of a matrix and its numbers. Runs of other data or another condition are never mixed in. */
interface Place {
  readonly experiment: string;
  readonly condition?: string;
}

/** Scores of predictors' predictions against targets' outcomes: values[predictor][target] in the order of `models`. */
export interface ComparisonMatrix extends Place {
  readonly measure: string;
  /** `reuse`: a model's prediction of itself is scored as one of the target; `asked`: it predicted the target by name. */
  readonly form: 'reuse' | 'asked';
  readonly models: readonly string[];
  readonly values: readonly (readonly (number | null)[])[];
  /**
   * Each cell minus its predictor's and its target's effect, fitted to the cells beside the diagonal; absent for two
   * models, which do not determine the effects, and in files of earlier versions.
   */
  readonly residuals?: readonly (readonly (number | null)[])[];
  /** Items for which every model of the matrix has an outcome and a prediction. */
  readonly items: number;
  /** Items of the experiment that some model lacks. */
  readonly leftOut?: number;
  /** Yes/no questions behind the cells: option words, requests, pairs of a group's questions. */
  readonly units?: number;
  readonly unitsLeftOut?: number;
  /** Models with too few usable items for the matrix. */
  readonly modelsLeftOut?: readonly string[];
  /**
   * The model whose removal adds most units: the number of added units, and the mean of the diagonal minus that of the
   * other cells without it; absent if no removal adds any.
   */
  readonly costliest?: { readonly model: string; readonly units: number; readonly value: number | null };
}

interface Compared extends Place {
  readonly value: number | null;
  readonly interval: readonly [number, number] | null;
  /** Why there is no value. */
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
  /** One-sided p value against "no advantage". */
  readonly p: number | null;
  readonly reason?: string;
}

/** Self-advantage of one model; `model` is `all` for diagonal minus off-diagonal over all models. */
export interface SelfAdvantageEntry extends Compared {
  readonly measure: string;
  /** As in `ComparisonMatrix`. */
  readonly form: ComparisonMatrix['form'];
  readonly model: string;
  readonly n: number;
  /**
   * The model's score about itself, and its expected value given its strength as a predictor and its predictability as
   * a target.
   */
  readonly own?: number | null;
  readonly expected?: number | null;
  /** The forms of the expected diagonal; only for the experiment's primary measure. */
  readonly forms?: readonly AdvantageForm[];
}

/** A model's prediction of itself minus another model's prediction of the same outcomes. */
export interface DirectionEntry extends Compared {
  readonly measure: string;
  /** The model that predicted itself. */
  readonly model: string;
  /** The model whose prediction of itself is read as a prediction of `model`. */
  readonly other: string;
  readonly n: number;
}

/** A verdict on self-advantage, with what stands beside it. */
export type ComparisonVerdict = CompareVerdict & Partial<BesideVerdict>;

/** A model next to the best other predictor of it, chosen on one half of the items and scored on the other half. */
export interface BestOtherEntry extends Compared {
  readonly measure: string;
  readonly model: string;
  /** Predictors chosen on the first and on the second half. */
  readonly best: readonly string[];
  readonly own: number | null;
  readonly other: number | null;
  readonly n: number;
}

/** A paired difference of two models (or runs), `a` minus `b`, as plain values in the units of the measure. */
export interface DifferenceEntry extends Compared {
  readonly measure: string;
  /** Set for an error, for which lower is better: a difference above 0 then means that `a` is worse. */
  readonly better?: 'lower';
  readonly a: string;
  readonly b: string;
  /** Models and runs of `a` and `b`; absent in files of earlier versions. */
  readonly models?: readonly [string, string];
  readonly runs?: readonly [string, string];
  readonly p: number | null;
  readonly pHolm: number | null;
  /** Smallest difference that 80 % of such runs would find at the level of all differences together; null if unknown. */
  readonly detectable?: number | null;
  /** Items for which both have a score, and option words, requests or groups in them. */
  readonly n: number;
  readonly units?: number;
}

/** All people together against all language models on the same units. */
export interface PooledEntry extends Compared {
  readonly measure: string;
  readonly people: readonly string[];
  readonly models: readonly string[];
  /** Groups of items, and units in them, for which every person and every model has a score. */
  readonly n: number;
  readonly units: number;
  /** Whether the mean of the people is better than that of the models; null where neither is known. */
  readonly isPeopleAhead: boolean | null;
  /** Sign flips by group of items: about these people and models, on other items. Then with Holm over all entries. */
  readonly p: number | null;
  readonly pHolm: number | null;
  /** Permutation of who is a person and who is a model: about other people and models. */
  readonly pSubjects: number | null;
}

/** Output of `seb compare --json`. */
export interface Comparison {
  readonly matrices: readonly ComparisonMatrix[];
  readonly selfAdvantage: readonly SelfAdvantageEntry[];
  readonly differences: readonly DifferenceEntry[];
  /** Absent without people and models on the same items, and in files of earlier versions. */
  readonly pooled?: readonly PooledEntry[];
  readonly bestOther?: readonly BestOtherEntry[];
  /** Scores of k other models' behavior as the prediction of a model. */
  readonly others?: readonly OthersCurve[];
  /** Self-advantage on the items on which the models behave differently and each is stable across its own executions. */
  readonly divergent?: readonly SelfAdvantageEntry[];
  /** Conclusions from the numbers, one word each with reasons; see `verdict.ts`. */
  readonly verdicts?: readonly ComparisonVerdict[];
  /** What two or three models decide; empty from four on. */
  readonly directions?: readonly DirectionEntry[];
  readonly notes?: readonly string[];
  /** The notes that limit the tables: people among the models, excluded models, different settings; absent: none. */
  readonly limits?: readonly string[];
}
