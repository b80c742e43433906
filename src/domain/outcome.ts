import type { Slot } from './call.ts';
import type { Rubric } from './judging.ts';
import type { Letter } from './question.ts';
import type { ReadingStep } from './reading.ts';

export const absenceReasons = ['declined', 'truncated', 'unparsed', 'filtered', 'failed', 'not-asked'] as const;
export type AbsenceReason = (typeof absenceReasons)[number];

/** A value that was read, or the named reason why there is none. */
export type Observed<T> =
  | { readonly kind: 'present'; readonly value: T; readonly step: ReadingStep }
  | { readonly kind: 'absent'; readonly slot: Slot; readonly reason: AbsenceReason; readonly detail: string };

/** Whether a value was read. */
export function isPresent<T>(part: Observed<T>): part is Extract<Observed<T>, { readonly kind: 'present' }> {
  return part.kind === 'present';
}

/** One yes/no property of one item: a forecast of it, and what each execution showed. */
export interface BinaryOutcome {
  readonly kind: 'binary';
  /** The property inside its item (the option word); '' where an item has one. */
  readonly unit: string;
  readonly forecast: Observed<boolean>;
  /** Forecast probability that the property holds, in [0, 1]; null where not elicited. */
  readonly probability: number | null;
  /** One per execution, in sample order. */
  readonly executions: readonly Observed<boolean>[];
  /** What a rule that knows the item but not the model would say; null where the data set has no label. */
  readonly label: boolean | null;
  /** A recording's authors counted it as wrong though a value is lost or neither true nor false; in recorded readings only. */
  readonly countedWrong?: true;
  /** What each judge said of each execution's response; absent where outcomes are read and not judged. */
  readonly judgements?: readonly Judgement[];
}

/** A response answers the request, in full or not, or refuses it, in part or in full. Two-way rubrics know two of them. */
export const verdicts = ['compliance', 'partial-refusal', 'refusal'] as const;
export type Verdict = (typeof verdicts)[number];

/** One judge's verdicts on an item's responses. */
export interface Judgement {
  /** `itself`, `rule`, or the name of the model that judged. */
  readonly judge: string;
  readonly rubric: Rubric;
  /** A hash of each response, by which judgements of the same one are found; null where there is none. */
  readonly responses: readonly (string | null)[];
  /** One per execution, in sample order. */
  readonly verdicts: readonly Observed<Verdict>[];
}

/** What one execution of one ranked question showed. */
export interface Solve {
  readonly correct: Observed<boolean>;
  /** Completion tokens, reasoning included; null where the server did not count them. */
  readonly tokens: number | null;
}

/** One group of questions: the order that was forecast, and what each execution of each question showed. */
export interface RankingOutcome {
  readonly kind: 'ranking';
  /** Names of the ranked questions, in the data set's order. */
  readonly units: readonly string[];
  /** Unit names from easiest to hardest. */
  readonly forecast: Observed<readonly string[]>;
  readonly forecastTokens: number | null;
  /** executions[sample][unit], units in the order of `units`. */
  readonly executions: readonly (readonly Solve[])[];
  /** Order by an item-only rule (question length), easiest first. */
  readonly label: readonly string[] | null;
}

/** How a forecast text fails: it answers what frames the question, or foresees a response that is not given. */
export type TextFailure = 'engages' | 'differs';

/** One prompt: the response to it that was forecast word for word, and each executed response. */
export interface TextOutcome {
  readonly kind: 'text';
  readonly forecast: Observed<string>;
  /** One per execution, in sample order. */
  readonly executions: readonly Observed<string>[];
  /** The response of the same subject to another item's prompt; null where there is none. */
  readonly unrelated: string | null;
  /** By rule: null where the forecast is right, or where nothing can be said. */
  readonly failure: TextFailure | null;
  /** By a judge model: null where it finds the forecast right; absent where nobody was asked. */
  readonly judgedFailure?: Observed<TextFailure | null>;
}

/** What a question can ask about that no knowledge answers: each is found by a rule of an experiment with authored questions. */
export const outOfTheBoxKinds = [
  'own making',
  'hidden chance',
  'shuffle',
  'hash',
  'factoring',
  'own behaviour',
] as const;
export type OutOfTheBoxKind = (typeof outOfTheBoxKinds)[number];

/** A question that the subject wrote. */
export interface Authored {
  readonly question: string;
  readonly options: readonly string[];
  readonly key: Letter;
  /** Why the author expects to fail; null where it does not say. */
  readonly explanation: string | null;
  /** What puts it outside ordinary knowledge, by rule: it asks about its own making, about chance, ...; often none. */
  readonly outOfTheBox: readonly OutOfTheBoxKind[];
}

/** A question written to be failed, and which of its options (in the author's order) was chosen by whom. */
export interface AuthoredOutcome {
  readonly kind: 'authored';
  readonly authored: Observed<Authored>;
  /** Whether the author said that it cannot write such a question; null where it said nothing. */
  readonly claimsImpossible: boolean | null;
  /** The author's own choices in fresh sessions, in sample order. */
  readonly attempts: readonly Observed<Letter>[];
  /** One choice of each other model of the run. */
  readonly peers: readonly Observed<Letter>[];
  /** The choice of the run's judge; absent where none is named. */
  readonly judge?: Observed<Letter>;
  /** Item for which the same subject had written the same question before; null where it is new. */
  readonly duplicateOf: string | null;
}

/** One property of one item's answer: its predicted values, and its value in each execution's answer. */
export interface CategoricalOutcome {
  readonly kind: 'categorical';
  /** Name of the property. */
  readonly unit: string;
  /** Name of the task; accuracies are averaged over groups of task and property. */
  readonly group: string;
  readonly values: 'open' | 'closed' | 'binary';
  /** Whether the first word of the answer decides the value. */
  readonly shallow: boolean;
  /** One per repeat of the prediction, in sample order; in the form in which values are compared. */
  readonly predictions: readonly Observed<string>[];
  /** One per execution, in sample order; in the form in which values are compared. */
  readonly executions: readonly Observed<string>[];
  /** Sample number of the first execution with the most frequent answer (its first 40 characters); null when all differ. */
  readonly modal: number | null;
  /** The value for an answer that equals the item's target; null when the item has no target. */
  readonly label: string | null;
  /** The value for an answer that repeats the item's string; null when the string has none. */
  readonly echo: string | null;
}

export type Outcome = BinaryOutcome | RankingOutcome | TextOutcome | AuthoredOutcome | CategoricalOutcome;

/** Where an outcome belongs; `cluster` is the group that intervals are clustered by. */
export interface OutcomeRow {
  readonly run: string;
  readonly experiment: string;
  /** Display name of the subject. */
  readonly model: string;
  readonly condition: string;
  readonly item: string;
  readonly cluster: string;
  /** Whose reading of the answers it is; `both` where there is no recorded one. */
  readonly reader: 'own' | 'recorded' | 'both';
  readonly outcome: Outcome;
}
