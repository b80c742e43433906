import type { Measure } from '../domain/measure.ts';
import { isPresent, type Observed, presentOf } from '../domain/outcome.ts';
import type { UnitPolicy } from '../domain/policy.ts';
import { ratio } from '../stats/moments.ts';
import { type Answered, type AnswerKind, type Constant, type Filling, mixLists } from '../stats/rungs/answer-kind.ts';
import { absenceOf, absenceOfAll, countedExecutions, isUnasked, lostExecutions, valueOrReason } from './absences.ts';
import type { OutcomeKind, ScoredUnit, UnitTexts } from './outcome-kind.ts';
import { bestConstant, meansOf, termsOf } from './terms.ts';
import { withoutDetail } from './unit-text.ts';

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

/** The value of each execution. */
export type Numbers = readonly number[];

/** Largest error that counts, in doublings: a factor of 32. A missing prediction that counts as wrong has this error. */
export const maxError = 5;

/** Returns the error of a prediction. Both values are on one scale. */
function errorOf(predicted: number, actual: number, highest = maxError): number {
  return Math.min(highest, Math.abs(predicted - actual));
}

/**
 * Predicted numbers against the numbers of the executions, on the caller's scale (logarithms to base 2 for quantities).
 * Score: minus the mean absolute error, each error at most `maxError`; 0 is perfect.
 */
export function numberWithin(maxError: number): AnswerKind<number, Numbers> {
  const score = (prediction: number, outcome: Numbers) => {
    let sum = 0;
    for (const value of outcome) sum += errorOf(prediction, value, maxError);
    return -sum / outcome.length;
  };
  const best = (outcomes: readonly Numbers[]): Constant<number> => {
    const candidates = [...new Set(outcomes.flat())].sort((a, b) => a - b);
    const means = meanErrors(candidates, weigh(outcomes), maxError);
    let at = 0;
    for (let k = 1; k < means.length; k += 1) if ((means[k] as number) < (means[at] as number) - 1e-12) at = k;
    const answer = candidates[at] as number;
    return { name: `always ${Number(answer.toPrecision(4))}`, answer };
  };
  return {
    name: 'number',
    others: { kind: 'asked', scale: 'number' },
    scale: { lowest: -maxError, highest: 0 },
    isShare: false,
    score,
    deal: (predictions, outcomes) => {
      const said = weigh(predictions.map((each) => [each]));
      return {
        ofPredictions: meanErrors(predictions, weigh(outcomes), maxError).map((error) => -error),
        ofOutcomes: Float64Array.from(outcomes, (values) => {
          let sum = 0;
          for (const error of meanErrors(values, said, maxError)) sum += error;
          return -sum / values.length;
        }),
      };
    },
    constants: (outcomes) => [best(outcomes)],
    best,
    predictionKey: (prediction) => prediction,
    outcomeKey: (values) => values.join(' '),
    fill: (answer, filling) => fillNumber(answer, filling, score),
    mix: mixLists,
    lowest: () => -maxError,
    lowestDifference: (prediction, constant) => -errorOf(prediction, constant, maxError),
  };
}

/** Fills with the lowest or the highest value that was read of the side, whichever has the wanted score. */
function fillNumber(
  { prediction, outcome }: Answered<number, Numbers>,
  { worst, predictions, outcomes, alternative }: Filling<number, Numbers>,
  score: (prediction: number, outcome: Numbers) => number,
) {
  const said = prediction === null ? extremes(predictions) : [prediction];
  const did = outcome === null ? extremes(outcomes.flat()).map((value) => [value]) : [outcome];
  const pairs = said.flatMap((p) => did.map((y) => ({ prediction: p, outcome: y })));
  const sign = worst === 'lowest' ? 1 : -1;
  const wanted = Math.min(...pairs.map((each) => sign * score(each.prediction, each.outcome)));
  const equal = pairs.filter((each) => sign * score(each.prediction, each.outcome) <= wanted + 1e-12);
  const chosen = equal.at(alternative ? -1 : 0);
  if (chosen === undefined) throw new RangeError('no number was read');
  return chosen;
}

function extremes(values: readonly number[]): readonly number[] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}

/** Values in ascending order, with sums of their weights and of weight x value up to each. */
interface Weighed {
  readonly values: Float64Array;
  readonly weights: Float64Array;
  readonly sums: Float64Array;
}

/** Each unit has the weight 1 / units, shared by its values. */
function weigh(units: readonly Numbers[]): Weighed {
  const points = units
    .flatMap((values) => values.map((value) => [value, 1 / (values.length * units.length)] as const))
    .sort(([a], [b]) => a - b);
  const weights = new Float64Array(points.length + 1);
  const sums = new Float64Array(points.length + 1);
  for (const [k, [value, weight]] of points.entries()) {
    weights[k + 1] = (weights[k] as number) + weight;
    sums[k + 1] = (sums[k] as number) + weight * value;
  }
  return { values: Float64Array.from(points, ([value]) => value), weights, sums };
}

/** Returns the mean of min(maxError, |x - value|) of each x, by prefix sums. */
function meanErrors(xs: readonly number[], { values, weights, sums }: Weighed, maxError: number): Float64Array {
  const last = values.length;
  const at = (array: Float64Array, k: number) => array[k] as number;
  return Float64Array.from(xs, (x) => {
    const [low, middle, high] = [x - maxError, x, x + maxError].map((bound) => countBelow(values, bound)) as [
      number,
      number,
      number,
    ];
    const far = maxError * (at(weights, low) + at(weights, last) - at(weights, high));
    const below = x * (at(weights, middle) - at(weights, low)) - (at(sums, middle) - at(sums, low));
    const above = at(sums, high) - at(sums, middle) - x * (at(weights, high) - at(weights, middle));
    return far + below + above;
  });
}

/** Returns how many ascending values are below a bound. */
function countBelow(values: Float64Array, bound: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Constant answers as logarithms: steps of 1/16 from 1 to 65,536, so that no constant is far better than the best one. */
export const constantLogs: readonly number[] = Array.from({ length: 16 * 16 + 1 }, (_, step) => step / 16);

/**
 * Terms of a number. Weights sum to 1 per outcome, shared by its executions. `error` sums the absolute
 * differences of logarithms to base 2, at most `maxError` each, `bias` the signed ones without a limit; `near` are
 * predictions within a factor of two. `lost` is the weight that counts as wrong. The `repeat` terms take one execution
 * as the prediction of another, over all ordered pairs. `constants` are the errors of constant answers.
 */
const numeric = termsOf(
  'numeric',
  [
    'error',
    'bias',
    'near',
    'predictions',
    'lost',
    'repeatError',
    'repeatNear',
    'repeats',
    'actualLog',
    'known',
    'ruleError',
    'ruled',
  ],
  { constants: constantLogs.length },
);
type NumericTerms = ReturnType<typeof numeric.zero>;

/** Logarithms of 10 and 20 differ by slightly more than 1. */
const rounding = 1e-9;

/** Returns whether a prediction is within a factor of two of the value. Both values are logarithms to base 2. */
function isNear(predicted: number, actual: number): boolean {
  return Math.abs(predicted - actual) <= 1 + rounding;
}

function numericTerms(outcome: NumericOutcome, policy: UnitPolicy): NumericTerms {
  const terms = numeric.zero();
  const { prediction, rule } = outcome;
  const counted = countedExecutions(prediction, outcome.executions, policy);
  if (counted === null) return terms;
  const { share: each, lost } = counted;
  const actual = counted.known.map(Math.log2);
  const predicted = prediction.kind === 'present' ? Math.log2(prediction.value) : null;
  for (const value of actual) {
    terms.actualLog += each * value;
    terms.known += each;
    for (const [index, log] of constantLogs.entries()) terms.addTo('constants', index, each * errorOf(log, value));
    if (rule !== null) {
      terms.ruleError += each * errorOf(Math.log2(rule), value);
      terms.ruled += each;
    }
    if (predicted === null) continue;
    terms.error += each * errorOf(predicted, value);
    terms.bias += each * (predicted - value);
    terms.near += isNear(predicted, value) ? each : 0;
    terms.predictions += each;
  }
  terms.lost = lost;
  addRepeats(terms, actual);
  return terms;
}

/** Adds each execution as the prediction of every other. */
function addRepeats(terms: NumericTerms, actual: readonly number[]): void {
  const pairs = actual.length * (actual.length - 1);
  if (pairs === 0) return;
  for (const [index, value] of actual.entries()) {
    for (const other of actual.toSpliced(index, 1)) {
      terms.repeatError += errorOf(value, other) / pairs;
      terms.repeatNear += isNear(value, other) ? 1 / pairs : 0;
    }
  }
  terms.repeats = 1;
}

const { of, mean, share } = numeric;
const counted = ({ predictions, lost }: NumericTerms) => predictions + lost;

/**
 * Mean absolute error of the prediction in doublings: |log2(predicted / actual)|, at most 5. 0 is exact, 1 is a factor of
 * two. Base rate: the best constant, in steps of 1/16 doubling. Item rule: the rule of each
 * outcome. Re-execution: one execution as the prediction of another.
 */
export const log2Error: Measure = {
  ...mean('log2_error', 'doublings', ['error', counted], { lost: 'lost', worst: maxError, best: 0 }),
  better: 'lower',
  ...bestConstant(
    of((terms) => meansOf(terms.list('constants'), terms.known)),
    'lower',
  ),
  reexecution: of(({ repeatError, repeats }) => ratio(repeatError, repeats)),
  itemRule: of(({ ruleError, ruled }) => ratio(ruleError, ruled)),
};

/** Share of predictions within a factor of two of the value. */
export const withinFactorTwo: Measure = {
  ...share('within_factor_two', ['near', counted]),
  reexecution: of(({ repeatNear, repeats }) => ratio(repeatNear, repeats)),
};

/** Mean of log2(predicted / actual): above 0, predictions are too high. */
export const log2Bias = mean('log2_bias', 'doublings', ['bias', 'predictions']);

/** Geometric mean of the values of the executions. */
export const typicalTokens: Measure = {
  name: 'typical_tokens',
  kind: 'numeric',
  unit: 'tokens',
  value: of(({ actualLog, known }) => {
    const log = ratio(actualLog, known);
    return log === null ? null : 2 ** log;
  }),
  n: of(({ known }) => known),
};

/** Returns, for each constant answer, the share of executions within a factor of two of it; null without an execution. */
export function nearConstants({ executions }: NumericOutcome): readonly number[] | null {
  const logs = presentOf(executions).map(Math.log2);
  if (logs.length === 0) return null;
  return constantLogs.map((constant) => logs.filter((log) => isNear(constant, log)).length / logs.length);
}

const withinMaxError = numberWithin(maxError) as AnswerKind<unknown, unknown>; // called with values of this kind only

export const numericKind: OutcomeKind<NumericOutcome> = {
  scoring: {
    answers: () => withinMaxError,
    words: () => ({ measure: 'log2_error', unit: 'doublings', better: 'lower' }),
    isAsked: ({ prediction, executions }) => !isUnasked(prediction, executions),
    unit: scoredUnit,
  },
  terms: (outcome, policy) => numericTerms(outcome, policy).numbers,
  itemMeasure: withinFactorTwo,
  canOthersPredict: false,
  missing: ({ prediction, executions }, slots) => absenceOf(prediction) ?? absenceOfAll(executions, slots),
  parts: ({ prediction, executions }) => [prediction, ...executions],
  executions: ({ executions }) => executions.length,
  atExecution: (outcome, k) => ({ ...outcome, executions: outcome.executions.slice(k, k + 1) }),
  facts: ({ unit, prediction, executions }) => ({
    unit,
    predicted: valueOrReason(prediction),
    actual: valueOrReason(executions[0]),
  }),
  texts,
  isRight: () => null,
  withheld: (outcome) => ({
    ...outcome,
    prediction: withoutDetail(outcome.prediction),
    executions: outcome.executions.map(withoutDetail),
    rule: null, // it is computed from the item's text
  }),
};

/** `agree` counts the executions within a factor of two of the median. */
function texts({ unit, prediction, executions }: NumericOutcome): UnitTexts {
  const values = presentOf(executions);
  const middle = middleOf(values);
  return {
    unit,
    prediction: textOf(prediction),
    outcome: middle === null ? '' : String(middle),
    ...{ agree: middle === null ? 0 : countNear(values, middle), executions: values.length },
    ...{ behavior: null, judgesDiffer: false },
  };
}

function textOf(part: Observed<number>): string {
  return isPresent(part) ? String(part.value) : '';
}

function countNear(values: readonly number[], value: number): number {
  return values.filter((other) => isNear(Math.log2(value), Math.log2(other))).length;
}

/** Returns the median, the lower one of two; null without values. */
function middleOf(values: readonly number[]): number | null {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? null;
}

function scoredUnit({ prediction, executions, rule }: NumericOutcome): ScoredUnit {
  const known = presentOf(executions).map(Math.log2);
  return {
    prediction: isPresent(prediction) ? Math.log2(prediction.value) : null,
    outcome: known.length === 0 ? null : known,
    executions: known.length,
    lost: lostExecutions(executions),
    label: rule === null ? null : Math.log2(rule),
    offer: null,
    rules: [],
  };
}
