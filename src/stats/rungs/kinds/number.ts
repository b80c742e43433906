import type { Answered, AnswerKind, Constant, Filling } from '../answer-kind.ts';

/** The value of each execution. */
export type Numbers = readonly number[];

/**
 * Predicted numbers against the numbers of the executions, on the caller's scale (logarithms to base 2 for quantities).
 * Score: minus the mean absolute error, each error at most `maxError`; 0 is perfect.
 */
export function numberWithin(maxError: number): AnswerKind<number, Numbers> {
  const score = (prediction: number, outcome: Numbers) => {
    let sum = 0;
    for (const value of outcome) sum += Math.min(maxError, Math.abs(prediction - value));
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
    predictionLevel: (prediction) => prediction,
    outcomeLevel: (values) => values.reduce((sum, value) => sum + value / values.length, 0),
    fill: (answer, filling) => fillNumber(answer, filling, score),
    lowest: () => -maxError,
    lowestDifference: (prediction, constant) => -Math.min(maxError, Math.abs(prediction - constant)),
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
