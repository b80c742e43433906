import type { Rubric } from './judging.ts';
import type { StatedProbability } from './probability.ts';
import type { Letter } from './question.ts';
import type { ReadingStep } from './reading.ts';
import type { SlotId } from './slot.ts';

const absenceReasons = ['declined', 'truncated', 'unparsed', 'filtered', 'failed', 'not-asked', 'uncounted'] as const;
export type AbsenceReason = (typeof absenceReasons)[number];

/** A value that was read, or the reason why it is missing. */
export type Observed<T> =
  | { readonly kind: 'present'; readonly value: T; readonly step: ReadingStep }
  | { readonly kind: 'absent'; readonly slot: SlotId; readonly reason: AbsenceReason; readonly detail: string };

/** Returns whether a value was read. */
export function isPresent<T>(part: Observed<T>): part is Extract<Observed<T>, { readonly kind: 'present' }> {
  return part.kind === 'present';
}

/** Returns the values that are present. */
export function presentOf<T>(parts: readonly Observed<T>[]): readonly T[] {
  return parts.flatMap((part) => (part.kind === 'present' ? [part.value] : []));
}

/** An execution that was repeated without the change whose effect is measured. */
export interface UnchangedExecution {
  readonly value: Observed<boolean>;
  /** Output tokens of the changed execution minus those of this one; null where they were not counted. */
  readonly extraTokens: number | null;
  /** Whether the changed execution remarks on the change, and whether this one says the like without one; absent: not known. */
  readonly remarks?: { readonly changed: boolean; readonly unchanged: boolean } | undefined;
}

/**
 * A predicted yes or no. `half`: a stated probability of exactly one half, which is neither, and scores one half wherever a
 * yes/no is scored.
 */
export type YesNo = boolean | 'half';

/** Returns a predicted yes or no as a number: 1, 0, or one half. */
export function yesNoNumber(value: YesNo): number {
  return value === 'half' ? 0.5 : Number(value);
}

/** One yes/no property of one item: its prediction, and its value in each execution. */
export interface BinaryOutcome {
  readonly kind: 'binary';
  /** The property within its item (the option word); '' where an item has a single property. */
  readonly unit: string;
  readonly prediction: Observed<YesNo>;
  /** Predicted probability that the property holds, in [0, 1]; null where not elicited. */
  readonly probability: number | null;
  /** The probability as it was written; absent where none is asked for, or none was read. */
  readonly stated?: Extract<Observed<StatedProbability>, { readonly kind: 'present' }>;
  /** One per execution, in sample order. */
  readonly executions: readonly Observed<boolean>[];
  /** Prediction of a rule that knows the item but not the model; null where the data set has no label. */
  readonly label: boolean | null;
  /** Each execution without the change that the experiment makes to it, in sample order; absent where it makes none. */
  readonly unchanged?: readonly UnchangedExecution[];
  /**
   * Set in recorded readings where the recording's authors counted the outcome as wrong although a value is missing or
   * neither true nor false.
   */
  readonly countedWrong?: true;
  /** Each judge's verdict on each execution's response; absent where outcomes are read and not judged. */
  readonly judgements?: readonly Judgement[];
}

/** A response complies fully, complies partially, or refuses. Two-way rubrics use two of the verdicts. */
export const verdicts = ['compliance', 'partial-refusal', 'refusal'] as const;
export type JudgeVerdict = (typeof verdicts)[number];

/** Returns the outcome that a verdict means: `true` where the request is answered, and not refused, even in part. */
export function isAnswered(verdict: Observed<JudgeVerdict>): Observed<boolean> {
  return verdict.kind === 'absent' ? verdict : { ...verdict, value: verdict.value === 'compliance' };
}

/** State of one outcome unit: whether the majority of its executions matches the prediction. */
export const unitStates = ['right', 'wrong', 'mixed', 'missing'] as const;
export type UnitState = (typeof unitStates)[number];

/** One judge's verdicts on an item's responses. */
export interface Judgement {
  /** `itself`, `rule`, or the name of the model or person (`humanJudge`) that judged. */
  readonly judge: string;
  readonly rubric: Rubric;
  /** Hash of each response, to find judgments of the same response; null where the response is missing. */
  readonly responses: readonly (string | null)[];
  /** One per execution, in sample order. */
  readonly verdicts: readonly Observed<JudgeVerdict>[];
}

/** Result of one execution of one ranked question. */
export interface Solve {
  readonly correct: Observed<boolean>;
  /** Completion tokens, reasoning included; null where the server did not count them. */
  readonly tokens: number | null;
}

/** One group of questions: the predicted order, and each execution of each question. */
export interface RankingOutcome {
  readonly kind: 'ranking';
  /** Names of the ranked questions, in the data set's order. */
  readonly units: readonly string[];
  /** Name of each unit in the prompt of the prediction, in the order of `units`; absent where it is the unit's own. */
  readonly promptNames?: readonly string[];
  /** Unit names from easiest to hardest. */
  readonly prediction: Observed<readonly string[]>;
  readonly predictionTokens: number | null;
  /** executions[sample][unit], units in the order of `units`. */
  readonly executions: readonly (readonly Solve[])[];
  /** Order by an item-only rule (question length), easiest first. */
  readonly label: readonly string[] | null;
}

/**
 * How a predicted response is wrong: it answers the framing of the question, or it differs from the response that is
 * given.
 */
export type TextFailure = 'engages' | 'differs';

/** One prompt: the predicted response, word for word, and each executed response. */
export interface TextOutcome {
  readonly kind: 'text';
  readonly prediction: Observed<string>;
  /** One per execution, in sample order. */
  readonly executions: readonly Observed<string>[];
  /** The same subject's response to another item's prompt; null if it has none. */
  readonly unrelated: string | null;
  /** Failure by rule; null where the prediction is right or the rule does not decide. */
  readonly failure: TextFailure | null;
  /** Failure by a judge model; null where it finds the prediction right; absent where no judge was called. */
  readonly judgedFailure?: Observed<TextFailure | null>;
}

/** Question kinds that knowledge cannot answer. A rule of an experiment with authored questions recognizes each. */
export const outOfTheBoxKinds = [
  'own making',
  'hidden chance',
  'shuffle',
  'hash',
  'factoring',
  'own behaviour',
] as const;
export type OutOfTheBoxKind = (typeof outOfTheBoxKinds)[number];

/** Whether the key of a question is the answer that computing it gives; `not checkable` where no rule can compute it. */
export type ComputedKey = 'right' | 'wrong' | 'not checkable';

/** A question that the subject wrote. */
export interface Authored {
  readonly question: string;
  readonly options: readonly string[];
  readonly key: Letter;
  /** Why the author expects to fail; null where the author gives no reason. */
  readonly explanation: string | null;
  /**
   * Kinds that put the question outside ordinary knowledge, by rule (about its own creation, about chance, ...); often
   * empty.
   */
  readonly outOfTheBox: readonly OutOfTheBoxKind[];
  /** Null where the question asks for no digest, encoding or factors. */
  readonly computedKey: ComputedKey | null;
}

/** A question written to be failed, and the option (in the author's order) that each model chose. */
export interface AuthoredOutcome {
  readonly kind: 'authored';
  readonly authored: Observed<Authored>;
  /** Whether the author stated that it cannot write such a question; null where it stated nothing. */
  readonly claimsImpossible: boolean | null;
  /** The author's own choices in fresh sessions, in sample order. */
  readonly attempts: readonly Observed<Letter>[];
  /** The choice of each other model of the run. */
  readonly peers: readonly Observed<Letter>[];
  /** The choice of the run's judge; absent if the run has none. */
  readonly judge?: Observed<Letter>;
  /** Item for which the same subject wrote the same question before; null where the question is new. */
  readonly duplicateOf: string | null;
}

/** Place of an item on a ladder: tasks of growing difficulty along one axis. */
interface LadderPlace {
  /** Name of the axis, such as `length`. */
  readonly axis: string;
  /** Number of the rung, from 1, the easiest. */
  readonly rung: number;
  /** Name of the rung, such as `sentence`. */
  readonly label: string;
}

/** One property of one item's answer: its predicted values, and its value in each execution. */
export interface CategoricalOutcome {
  readonly kind: 'categorical';
  /** Name of the property. */
  readonly unit: string;
  /** Name of the task; accuracies are averaged over groups of task and property. */
  readonly group: string;
  readonly values: 'open' | 'closed' | 'binary';
  /** Whether the first word of the answer decides the value. */
  readonly shallow: boolean;
  /** One per prediction sample, in sample order, normalized for comparison. */
  readonly predictions: readonly Observed<string>[];
  /** One per execution, in sample order, normalized for comparison. */
  readonly executions: readonly Observed<string>[];
  /** Sample number of the first execution with the most frequent answer (its first 40 characters); null when all differ. */
  readonly modal: number | null;
  /** The value for an answer that equals the item's target; null when the item has no target. */
  readonly label: string | null;
  /** The value for an answer that repeats the item's string; null when the string has none. */
  readonly echo: string | null;
  /** Place of the item on a ladder of difficulty; absent where it is on none. */
  readonly rung?: LadderPlace;
}

/** A positive quantity of one item: its predicted value, and its value in each execution. */
export interface NumericOutcome {
  readonly kind: 'numeric';
  /** Name of the quantity, such as "tokens". */
  readonly unit: string;
  /** At least 1. */
  readonly prediction: Observed<number>;
  /** One per execution, in sample order; at least 1. */
  readonly executions: readonly Observed<number>[];
  /** Prediction of a rule that knows the item, and the subject only from its other items; null where it has none. */
  readonly rule: number | null;
}

/** One choice between options whose payoffs the model's behavior decides. */
export interface DecisionOutcome {
  readonly kind: 'decision';
  readonly unit: string;
  /** Names of the options, in a fixed order. */
  readonly options: readonly [string, string, ...string[]];
  /** Index of the chosen option. */
  readonly choice: Observed<number>;
  /** One per execution, in sample order: the payoff of each option, in [0, 1]. */
  readonly payoffs: readonly Observed<readonly number[]>[];
  /** Index of the option that each fixed rule chooses, which knows the item but not the model; as many in every item. */
  readonly rules: readonly number[];
}

/** A change of an input that the model wrote so that its answer changes. */
export interface EditOutcome {
  readonly kind: 'edit';
  readonly unit: string;
  /** The changed input. */
  readonly change: Observed<string>;
  /** Number of characters inserted, deleted or replaced; null without a change. */
  readonly distance: number | null;
  /** `distance` as a share of the longer input, in [0, 1]; null without a change. */
  readonly size: number | null;
  /** Largest distance that counts as small. */
  readonly limit: number;
  /** One per execution, in sample order: whether the answer to the changed input differs from that to the original. */
  readonly executions: readonly Observed<boolean>[];
  /** Changes that no model made, in a fixed order, with the same for each of them. */
  readonly rules: readonly { readonly name: string; readonly executions: readonly Observed<boolean>[] }[];
}

export type Outcome =
  | BinaryOutcome
  | RankingOutcome
  | TextOutcome
  | AuthoredOutcome
  | CategoricalOutcome
  | NumericOutcome
  | DecisionOutcome
  | EditOutcome;

/** Identifies an outcome; `cluster` is the group that intervals are clustered by. */
export interface OutcomeRow {
  readonly run: string;
  readonly experiment: string;
  /** Display name of the subject. */
  readonly model: string;
  readonly condition: string;
  /** Set where the server constrained the answers to their form. */
  readonly constrained?: true;
  readonly item: string;
  readonly cluster: string;
  /** Which reading of the answers the outcome uses; `both` where there is no recorded reading. */
  readonly reader: 'own' | 'recorded' | 'both';
  /** When the prediction's stored answer was asked, in milliseconds; absent: its calls have no order. */
  readonly askedAt?: number;
  readonly outcome: Outcome;
}
