import type { Measure } from '../domain/measure.ts';
import { isPresent, type Observed, presentOf } from '../domain/outcome.ts';
import type { UnitPolicy } from '../domain/policy.ts';
import { type AnswerKind, bestOf, type Constant, mixLists } from '../stats/rungs/answer-kind.ts';
import { type TextSimilarity, textSimilarity } from '../stats/text-similarity.ts';
import { rememberedPairs } from '../util/remembered.ts';
import { oneLine } from '../util/text.ts';
import {
  absenceOf,
  absenceOfAll,
  countedExecutions,
  isUnasked,
  lostExecutions,
  presentValue,
  valueOrReason,
} from './absences.ts';
import type { OutcomeKind, ScoredUnit, UnitTexts } from './outcome-kind.ts';
import { termsOf } from './terms.ts';
import { majorityOf, maxTextColumns, replaced, withheldText, withoutDetail } from './unit-text.ts';

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

/** Similarity functions of two texts, by the likenessNames of their measures. */
const likenesses = {
  exact: 'exact_match',
  edit: 'edit_similarity',
  tokenF1: 'token_f1',
  length: 'length_ratio',
  firstWords: 'first_words_match',
} as const satisfies Record<keyof TextSimilarity, string>;
type Likeness = keyof typeof likenesses;
const likenessNames = Object.keys(likenesses) as readonly Likeness[]; // the keys of `likenesses`

/**
 * Terms of a text: each similarity of the prediction and each execution (executions share a weight of 1
 * per outcome), of two executions (over all pairs), and of an execution and the response to another prompt; then
 * weights, and failures by kind.
 */
const terms = termsOf('text', [
  ...likenessNames,
  ...likenessNames.map((name) => `repeat:${name}` as const),
  ...likenessNames.map((name) => `unrelated:${name}` as const),
  'predictions',
  'lost',
  'repeats',
  'unrelated',
  'classified',
  'engages',
  'differs',
  'judged',
  'judgedEngages',
  'judgedDiffers',
]);
type TextTerms = ReturnType<typeof terms.zero>;

function textTerms(outcome: TextOutcome, policy: UnitPolicy): TextTerms {
  const own = terms.zero();
  const { prediction, executions, unrelated } = outcome;
  addFailures(own, outcome);
  const counted = countedExecutions(prediction, executions, policy);
  if (counted === null) return own;
  const { known, share: each, lost } = counted;
  for (const text of known) {
    if (prediction.kind === 'absent') continue;
    addLikeness(own, { prefix: '', likeness: textSimilarity(prediction.value, text), weight: each });
    own.predictions += each;
  }
  own.lost = lost;
  own.predictions += lost;
  addRepeats(own, known);
  const [first] = known;
  if (first !== undefined && unrelated !== null) {
    addLikeness(own, { prefix: 'unrelated:', likeness: textSimilarity(first, unrelated), weight: 1 });
    own.unrelated = 1;
  }
  return own;
}

interface Weighed {
  readonly prefix: '' | 'repeat:' | 'unrelated:';
  readonly likeness: TextSimilarity;
  readonly weight: number;
}

function addLikeness(own: TextTerms, { prefix, likeness, weight }: Weighed): void {
  for (const name of likenessNames) own[`${prefix}${name}`] += weight * likeness[name];
}

function addRepeats(own: TextTerms, texts: readonly string[]): void {
  const pairs = (texts.length * (texts.length - 1)) / 2;
  if (pairs === 0) return;
  for (const [index, text] of texts.entries()) {
    for (const other of texts.slice(index + 1)) {
      addLikeness(own, { prefix: 'repeat:', likeness: textSimilarity(text, other), weight: 1 / pairs });
    }
  }
  own.repeats = 1;
}

/**
 * Adds failures by kind. A prediction that engages is a failure even if it is malformed, so it is classified although
 * it is not usable.
 */
function addFailures(own: TextTerms, { prediction, executions, failure, judgedFailure }: TextOutcome): void {
  if (failure !== null || (prediction.kind === 'present' && executions.some(isPresent))) own.classified = 1;
  if (failure !== null) own[failure] = 1;
  if (judgedFailure?.kind !== 'present') return;
  own.judged = 1;
  if (judgedFailure.value === 'engages') own.judgedEngages = 1;
  if (judgedFailure.value === 'differs') own.judgedDiffers = 1;
}

/** The response of each execution of a unit. */
type Texts = readonly string[];

const similarity = rememberedPairs((text, response) => textSimilarity(text, response).edit);

/** Returns the mean edit similarity of a text and each response, in [0, 1]. */
function meanSimilarity(text: string, responses: Texts): number {
  let sum = 0;
  for (const response of responses) sum += similarity(text, response);
  return sum / responses.length;
}

/** Number of responses that are tried as the constant answer, evenly over their lengths. */
const maxConstants = 20;

function candidates(outcomes: readonly Texts[]): readonly Constant<string>[] {
  const texts = [...new Set(outcomes.flatMap((each) => each.slice(0, 1)))].toSorted((a, b) => a.length - b.length);
  const step = Math.max(1, Math.floor(texts.length / maxConstants));
  return texts
    .filter((_, index) => index % step === 0)
    .slice(0, maxConstants)
    .map((answer) => ({ name: 'one response for all prompts', answer }));
}

function bestText(outcomes: readonly Texts[]): Constant<string> {
  return bestOf(candidates(outcomes), outcomes, meanSimilarity);
}

/**
 * Texts, predicted word for word. Score: the mean edit similarity of the prediction and each response, in [0, 1]. The
 * constant answer is the response that is most like all others.
 */
const textAnswers: AnswerKind<string, Texts> = {
  name: 'pairs',
  others: { kind: 'not asked', reason: null },
  scale: { lowest: 0, highest: 1 },
  isShare: false,
  score: meanSimilarity,
  deal: (predictions, outcomes) => {
    const ofPredictions = new Float64Array(predictions.length);
    const ofOutcomes = new Float64Array(outcomes.length);
    for (const [i, prediction] of predictions.entries()) {
      for (const [j, outcome] of outcomes.entries()) {
        const value = meanSimilarity(prediction, outcome);
        ofPredictions[i] = (ofPredictions[i] as number) + value / outcomes.length;
        ofOutcomes[j] = (ofOutcomes[j] as number) + value / predictions.length;
      }
    }
    return { ofPredictions, ofOutcomes };
  },
  constants: (outcomes) => [bestText(outcomes)],
  best: bestText,
  predictionKey: (prediction) => prediction,
  outcomeKey: (outcome) => outcome.join('\u0000'),
  fill: ({ prediction, outcome }, { worst, predictions, outcomes }) => {
    if (prediction !== null && outcome !== null) return { prediction, outcome };
    if (worst === 'highest') {
      const same = prediction ?? outcome?.[0] ?? '';
      return { prediction: prediction ?? same, outcome: outcome ?? [same] };
    }
    return {
      prediction: prediction ?? (outcome === null ? (predictions[0] ?? '') : ''),
      outcome: outcome ?? outcomes[0] ?? [''],
    };
  },
  mix: mixLists,
  lowest: () => 0,
  lowestDifference: () => -1,
};

const { share } = terms;

/**
 * Creates the mean similarity of prediction and execution. Base rate: responses to different prompts; re-execution: two
 * executions of one prompt.
 */
function likeness(name: Likeness): Measure {
  return {
    ...share(likenesses[name], [name, 'predictions'], { lost: 'lost' }),
    baseRate: share('', [`unrelated:${name}`, 'unrelated']).value,
    reexecution: share('', [`repeat:${name}`, 'repeats']).value,
  };
}

const exactMatch = likeness('exact');
const editSimilarity = likeness('edit');
const tokenF1 = likeness('tokenF1');
const lengthRatio = likeness('length');
const firstWordsMatch = likeness('firstWords');

/** Mean similarity of two executions, and of executions of different prompts, each with its own interval. */
const reexecutionEditSimilarity = share('reexecution_edit_similarity', ['repeat:edit', 'repeats']);
const unrelatedEditSimilarity = share('unrelated_edit_similarity', ['unrelated:edit', 'unrelated']);

/**
 * Share of predictions that answer the framing instead of predicting the response, and share of predictions that differ
 * from the response.
 */
const engagesShare = share('engages_share', ['engages', 'classified']);
const differsShare = share('differs_share', ['differs', 'classified']);
const judgedEngagesShare = share('judged_engages_share', ['judgedEngages', 'judged']);
const judgedDiffersShare = share('judged_differs_share', ['judgedDiffers', 'judged']);

/** Measures of texts, for experiments of a config file. */
export const textMeasures = {
  editSimilarity,
  exactMatch,
  tokenF1,
  lengthRatio,
  firstWordsMatch,
  reexecutionEditSimilarity,
  unrelatedEditSimilarity,
  engagesShare,
  differsShare,
  judgedEngagesShare,
  judgedDiffersShare,
} as const;

export const textKind: OutcomeKind<TextOutcome> = {
  scoring: {
    answers: () => textAnswers as AnswerKind<unknown, unknown>, // called with values of this kind only
    words: () => ({ measure: 'edit_similarity', unit: 'share', better: 'higher' }),
    isAsked: ({ prediction, executions }) => !isUnasked(prediction, executions),
    unit: scoredUnit,
  },
  terms: (outcome, policy) => textTerms(outcome, policy).numbers,
  itemMeasure: editSimilarity,
  canOthersPredict: false,
  missing: ({ prediction, executions }, slots) => absenceOf(prediction) ?? absenceOfAll(executions, slots),
  parts: ({ prediction, executions }) => [prediction, ...executions],
  executions: ({ executions }) => executions.length,
  atExecution: (outcome, k) => ({ ...outcome, executions: outcome.executions.slice(k, k + 1) }),
  facts: ({ prediction, executions }) => ({
    unit: '',
    predicted: valueOrReason(prediction),
    actual: valueOrReason(executions[0]),
  }),
  texts,
  isRight: ({ failure }) => failure === null,
  withheld: (outcome) => ({
    ...outcome,
    prediction: replaced(outcome.prediction, withheldText),
    executions: outcome.executions.map((part) => replaced(part, withheldText)),
    unrelated: outcome.unrelated === null ? null : withheldText(outcome.unrelated),
    ...(outcome.judgedFailure === undefined ? {} : { judgedFailure: withoutDetail(outcome.judgedFailure) }),
  }),
};

function texts(outcome: TextOutcome): UnitTexts {
  const responses = presentOf(outcome.executions);
  const majority = majorityOf(responses);
  return {
    unit: '',
    prediction: isPresent(outcome.prediction) ? oneLine(outcome.prediction.value, maxTextColumns) : '',
    outcome: oneLine(majority.text, maxTextColumns),
    ...{ agree: majority.count, executions: responses.length },
    ...{ behavior: null, judgesDiffer: false },
  };
}

function scoredUnit({ prediction, executions }: TextOutcome): ScoredUnit {
  const known = presentOf(executions);
  return {
    prediction: presentValue(prediction),
    outcome: known.length === 0 ? null : known,
    executions: known.length,
    lost: lostExecutions(executions),
    label: null,
    offer: null,
    rules: [],
  };
}
