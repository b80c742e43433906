import type { Measure } from '../domain/measure.ts';
import { isPresent, type Observed, presentOf } from '../domain/outcome.ts';
import type { UnitPolicy } from '../domain/policy.ts';
import type { SlotKinds } from '../domain/slot.ts';
import {
  type Answered,
  type AnswerKind,
  bestOf,
  type Constant,
  type Filling,
  mixLists,
} from '../stats/rungs/answer-kind.ts';
import { oneLine } from '../util/text.ts';
import { absenceOfAll, isNotAsked, lostExecutions, slotNamed, valueOrReason } from './absences.ts';
import type { OutcomeKind, ScoredUnit, UnitTexts } from './outcome-kind.ts';
import { termsOf } from './terms.ts';
import { majorityOf, maxTextColumns, pseudonym, replaced } from './unit-text.ts';

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

/** The values of all samples of one unit; one value where it was asked once. */
type Values = readonly string[];

/** Number of constants that are compared with; rarer classes score less than these. */
const maxConstants = 50;

function shareOf(values: Values, wanted: string): number {
  let count = 0;
  for (const value of values) if (value === wanted) count += 1;
  return count / values.length;
}

function score(prediction: Values, outcome: Values): number {
  let sum = 0;
  for (const value of prediction) sum += shareOf(outcome, value);
  return sum / prediction.length;
}

/** Returns the mean share of each value over units. */
function meanShares(units: readonly Values[]): Map<string, number> {
  const shares = new Map<string, number>();
  for (const values of units) {
    for (const value of values) shares.set(value, (shares.get(value) ?? 0) + 1 / (values.length * units.length));
  }
  return shares;
}

function meanAgainst(values: Values, shares: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const value of values) sum += shares.get(value) ?? 0;
  return sum / values.length;
}

function classes(outcomes: readonly Values[]): readonly Constant<Values>[] {
  return [...meanShares(outcomes)]
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, maxConstants)
    .map(([value]) => ({ name: value, answer: [value] }));
}

/** One of several values. Score: the share of pairs of a prediction and an execution that are equal. */
export const category: AnswerKind<Values, Values> = {
  name: 'category',
  others: { kind: 'not asked', reason: 'not asked for categories: models of different temperature alone would pass' },
  scale: { lowest: 0, highest: 1 },
  isShare: true,
  score,
  deal: (predictions, outcomes) => {
    const [said, did] = [meanShares(predictions), meanShares(outcomes)];
    return {
      ofPredictions: Float64Array.from(predictions, (each) => meanAgainst(each, did)),
      ofOutcomes: Float64Array.from(outcomes, (each) => meanAgainst(each, said)),
    };
  },
  constants: classes,
  best: (outcomes) => bestOf(classes(outcomes).slice(0, 1), outcomes, score),
  predictionKey: key,
  outcomeKey: key,
  fill,
  mix: mixLists,
  lowest: () => 0,
  lowestDifference: (prediction, constant) => score(constant, prediction) - 1 || 0,
};

function key(values: Values): string {
  return values.length === 1 ? (values[0] as string) : values.toSorted().join('\u0000');
}

/** Value that equals no value that was read. */
const none = '\u0000';

/** Fills with the commonest value of the other side's samples that gives the score, which chance agrees with most. */
function fill({ prediction, outcome }: Answered<Values, Values>, { worst, ...read }: Filling<Values, Values>) {
  if (prediction !== null && outcome !== null) return { prediction, outcome };
  const common = (units: readonly Values[], without: Values): Values => {
    const found = classes(units).find(({ answer }) => score(answer, without) === 0);
    return found?.answer ?? [none];
  };
  if (worst === 'highest') {
    const known = prediction ?? outcome ?? classes(read.outcomes)[0]?.answer ?? [none];
    return { prediction: prediction ?? known, outcome: outcome ?? known };
  }
  const known = prediction ?? outcome ?? classes(read.predictions)[0]?.answer ?? [none];
  return {
    prediction: prediction ?? (outcome === null ? known : common(read.predictions, known)),
    outcome: outcome ?? common(read.outcomes, known),
  };
}

/** The value that an outcome's predictions are compared with, or the reason why it has none. */
type Truth =
  | { readonly kind: 'known'; readonly value: string }
  | { readonly kind: 'unknown'; readonly reason: 'no-execution' | 'no-mode' };

/** `modal-answer`: the value of the execution whose whole answer is most frequent, as in the published protocol. */
type TruthRule = 'modal-value' | 'modal-answer';

/**
 * Returns the most frequent value of the executions that have one, the first one on ties. Two or more values that all
 * differ have no mode; a single value is its own mode.
 */
export function modalValue(values: readonly string[]): Truth {
  if (values.length === 0) return { kind: 'unknown', reason: 'no-execution' };
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  if (values.length > 1 && counts.size === values.length) return { kind: 'unknown', reason: 'no-mode' };
  let [best, most] = ['', 0];
  for (const [value, times] of counts) if (times > most) [best, most] = [value, times];
  return { kind: 'known', value: best };
}

/** Returns the values of the executions that have one, in sample order. */
export function executedValues({ executions }: Pick<CategoricalOutcome, 'executions'>): readonly string[] {
  return executions.filter(isPresent).map(({ value }) => value);
}

/** Returns the values of the readable predictions, in sample order. */
export function predictedValues({ predictions }: Pick<CategoricalOutcome, 'predictions'>): readonly string[] {
  return predictions.filter(isPresent).map(({ value }) => value);
}

/** Returns the truth of an outcome's executions under a rule. */
export function truthOf(outcome: CategoricalOutcome, rule: TruthRule = 'modal-value'): Truth {
  if (rule === 'modal-value') return modalValue(executedValues(outcome));
  if (!outcome.executions.some(isPresent)) return { kind: 'unknown', reason: 'no-execution' };
  if (outcome.modal === null) return { kind: 'unknown', reason: 'no-mode' };
  const modal = outcome.executions[outcome.modal];
  if (modal === undefined || !isPresent(modal)) return { kind: 'unknown', reason: 'no-execution' };
  return { kind: 'known', value: modal.value };
}

/**
 * Terms of a category. Weights sum to 1 per outcome, shared by its predictions. `rows` are outcomes with a
 * truth that count under the policy, `right` the predictions that equal it, `answered` the share of predictions that
 * could be read. `hit` is the share of executions that have the predicted value; it does not need a truth. A
 * re-execution is compared with the truth of the other executions, and counts only where they have one.
 */
const terms = termsOf('categorical', [
  'right',
  'rows',
  'answered',
  'hit',
  'hitRows',
  'reExecutionRight',
  'reExecutions',
  'predictionsRead',
  'predictionsAsked',
  'executionsRead',
  'executionsAsked',
  'salvaged',
  'noMode',
  'units',
]);
export type CategoricalTerms = ReturnType<typeof terms.zero>;

/** Returns the terms of one outcome. */
export function categoricalTerms(
  outcome: CategoricalOutcome,
  policy: UnitPolicy,
  truth: Truth = truthOf(outcome),
): CategoricalTerms {
  const own = terms.zero();
  const { predictions, executions } = outcome;
  const predicted = predictedValues(outcome);
  const executed = executedValues(outcome);
  own.units = 1;
  own.predictionsRead = fraction(predicted.length, predictions.length);
  own.predictionsAsked = Number(predictions.some(isAsked));
  own.executionsRead = fraction(executed.length, executions.length);
  own.executionsAsked = Number(executions.some(isAsked));
  own.salvaged = fraction(
    predictions.filter((part) => part.kind === 'present' && part.step === 'salvaged').length,
    predictions.length,
  );
  own.noMode = Number(truth.kind === 'unknown' && truth.reason === 'no-mode');
  if (!predictions.some(isAsked) || (policy === 'parsed' && predicted.length === 0)) return own;
  const weight = 1 / (policy === 'parsed' ? predicted.length : predictions.length);
  if (executed.length > 0) {
    own.hitRows = 1;
    for (const value of predicted) own.hit += weight * shareOf(executed, value);
  }
  addReExecutions(own, executed);
  if (truth.kind === 'unknown') return own;
  own.rows = 1;
  own.answered = weight * predicted.length;
  own.right = weight * countOf(predicted, truth.value);
  return own;
}

function isAsked(part: CategoricalOutcome['predictions'][number]): boolean {
  return part.kind === 'present' || part.reason !== 'not-asked';
}

function fraction(part: number, all: number): number {
  return all === 0 ? 0 : part / all;
}

function countOf(values: readonly string[], wanted: string): number {
  return values.filter((value) => value === wanted).length;
}

/**
 * Adds each execution as a prediction of the most frequent value of the others, where they have one. This estimates the score
 * of one more execution. Adds nothing for two executions: the single other one always counts as a truth, whereas the score
 * excludes units whose two executions differ.
 */
function addReExecutions(own: CategoricalTerms, executed: readonly string[]): void {
  if (executed.length < 3) return;
  for (const [index, value] of executed.entries()) {
    const truth = modalValue(executed.toSpliced(index, 1));
    if (truth.kind === 'unknown') continue;
    own.reExecutions += 1 / executed.length;
    own.reExecutionRight += Number(truth.value === value) / executed.length;
  }
}

const { share } = terms;

/** Share of predictions that equal the truth over all rows, so that groups count by their size. */
export const accuracyMicro: Measure = {
  ...share('accuracy_micro', ['right', 'rows']),
  reexecution: share('', ['reExecutionRight', 'reExecutions']).value,
};

/** Share of executions that have the predicted value; does not need a mode. */
const executionsHit = share('executions_hit', ['hit', 'hitRows']);

/** Share of predictions that could be read. */
const predictionCoverage = share('prediction_coverage', ['predictionsRead', 'predictionsAsked']);

/** Share of predictions that were read from an answer without the requested form. */
const salvagedShare = share('salvaged_share', ['salvaged', 'predictionsAsked']);

/** Share of executions whose answer has the property. */
const executionCoverage = share('execution_coverage', ['executionsRead', 'executionsAsked']);

/** Share of units without a truth because all their executions differ. */
const noModeShare = share('no_mode_share', ['noMode', 'units']);

/** Measures of all units together. `CategoricalPoints` creates those that average over groups. */
export const categoricalMeasures: readonly Measure[] = [
  accuracyMicro,
  executionsHit,
  predictionCoverage,
  salvagedShare,
  executionCoverage,
  noModeShare,
];

export const categoricalKind: OutcomeKind<CategoricalOutcome> = {
  scoring: {
    answers: () => category as AnswerKind<unknown, unknown>, // called with values of this kind only
    words: () => ({ measure: 'executions_hit', unit: 'share', better: 'higher' }),
    isAsked: ({ predictions, executions }) => !predictions.every(isNotAsked) && !executions.every(isNotAsked),
    unit: scoredUnit,
  },
  terms: (outcome, policy) => categoricalTerms(outcome, policy).numbers,
  itemMeasure: accuracyMicro,
  canOthersPredict: true,
  missing,
  parts: ({ predictions, executions }) => [...predictions, ...executions],
  executions: ({ executions }) => executions.length,
  atExecution: (outcome, k) => ({ ...outcome, executions: outcome.executions.slice(k, k + 1) }),
  facts: ({ unit, predictions, executions }) => ({
    unit,
    predicted: valueOrReason(predictions[0]),
    actual: valueOrReason(executions[0]),
  }),
  texts,
  isRight: () => null,
  withheld: (outcome) => {
    const withheld = withheldValue(outcome);
    return {
      ...outcome,
      predictions: outcome.predictions.map((part) => replaced(part, withheld)),
      executions: outcome.executions.map((part) => replaced(part, withheld)),
      label: outcome.label === null ? null : withheld(outcome.label),
      echo: outcome.echo === null ? null : withheld(outcome.echo),
    };
  },
};

function missing(outcome: CategoricalOutcome, slots: SlotKinds): string | null {
  const { predictions, executions } = outcome;
  const absence = absenceOfAll(predictions, slots, 'predict') ?? absenceOfAll(executions, slots);
  if (absence !== null) return absence;
  return truthOf(outcome).kind === 'unknown' ? `${slotNamed(slots, 'behave')}: no-mode` : null;
}

function texts(outcome: CategoricalOutcome): UnitTexts {
  const values = presentOf(outcome.executions);
  const majority = majorityOf(values);
  const predicted = outcome.predictions.find(isPresent)?.value ?? null;
  return {
    unit: outcome.unit,
    prediction: predicted === null ? '' : oneLine(predicted, maxTextColumns),
    outcome: oneLine(majority.text, maxTextColumns),
    ...{ agree: majority.count, executions: values.length },
    behavior: majority.isTie ? null : majority.text,
    judgesDiffer: false,
  };
}

/** Returns a function that replaces words, which may quote the item; true, false and letters are kept. */
function withheldValue({ values }: CategoricalOutcome): (value: string) => string {
  return values === 'open' ? pseudonym : (value) => (value.length > 'false'.length ? pseudonym(value) : value);
}

function scoredUnit({ group, unit, predictions, executions, label, echo }: CategoricalOutcome): ScoredUnit {
  const predicted = presentOf(predictions);
  const executed = presentOf(executions);
  return {
    prediction: predicted.length === 0 ? null : predicted,
    outcome: executed.length === 0 ? null : executed,
    executions: executed.length,
    lost: lostExecutions(executions),
    label: label === null ? null : [label],
    offer: `${group} × ${unit}`,
    rules: echo === null ? [] : [['the value of the item’s own text', [echo]]],
  };
}
