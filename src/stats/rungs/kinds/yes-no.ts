import { type AnswerKind, bestOf, type Constant, type DealtMeans } from '../answer-kind.ts';

const score = (p: number, y: number) => p * y + (1 - p) * (1 - y);

const constants: readonly Constant<number>[] = [
  { name: 'always yes', answer: 1 },
  { name: 'always no', answer: 0 },
];

/**
 * Yes/no predictions of 0, 1 or 1/2 (a stated probability of exactly 1/2, which scores 1/2), against the share of
 * executions with "yes". Score: the share of executions that the prediction agrees with.
 */
export const yesNo: AnswerKind<number, number> = {
  name: 'yes-no',
  scale: { lowest: 0, highest: 1 },
  isShare: true,
  score,
  deal: (predictions, outcomes) => dealLinear(score, predictions, outcomes),
  constants: () => constants,
  best: (outcomes) => bestOf(constants, outcomes, score),
  predictionKey: (p) => p,
  outcomeKey: (y) => y,
  predictionLevel: (p) => p,
  outcomeLevel: (y) => y,
  fill: ({ prediction, outcome }, { worst, alternative }) => {
    const opposite = (value: number) => (value === 0.5 ? Number(alternative) : value < 0.5 ? 1 : 0);
    const same = (value: number) => 1 - opposite(value);
    const other = worst === 'lowest' ? opposite : same;
    if (prediction !== null && outcome !== null) return { prediction, outcome };
    const known = prediction ?? outcome ?? Number(alternative);
    return { prediction: prediction ?? (outcome === null ? known : other(known)), outcome: outcome ?? other(known) };
  },
  lowest: (y) => Math.min(y, 1 - y),
  lowestDifference: (p, c) => -Math.abs(p - c),
};

/** Deals where the score is linear in the outcome and in the prediction: a mean against all is the score of the mean. */
function dealLinear(
  of: (p: number, y: number) => number,
  predictions: readonly number[],
  outcomes: readonly number[],
): DealtMeans {
  const [p, y] = [average(predictions), average(outcomes)];
  return {
    ofPredictions: Float64Array.from(predictions, (each) => of(each, y)),
    ofOutcomes: Float64Array.from(outcomes, (each) => of(p, each)),
  };
}

function average(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

const quadratic = (p: number, y: number) => 1 - (p - y) ** 2;

/** Stated probabilities against the share of executions with "yes". Score: 1 - (p - y)² (Brier 1950, turned around). */
export const probability: AnswerKind<number, number> = {
  ...yesNo,
  name: 'probability',
  isShare: false,
  score: quadratic,
  deal: (predictions, outcomes) => {
    const [p, y] = [average(predictions), average(outcomes)];
    const [p2, y2] = [average(predictions.map((each) => each * each)), average(outcomes.map((each) => each * each))];
    return {
      ofPredictions: Float64Array.from(predictions, (each) => 1 - each * each + 2 * each * y - y2),
      ofOutcomes: Float64Array.from(outcomes, (each) => 1 - each * each + 2 * each * p - p2),
    };
  },
  constants: (outcomes) => [bestProbability(outcomes)],
  best: bestProbability,
  fill: (answer, filling) => {
    const isStated = filling.worst === 'highest' && answer.prediction === null && answer.outcome !== null;
    return isStated ? { prediction: answer.outcome, outcome: answer.outcome } : yesNo.fill(answer, filling);
  },
  lowest: (y) => 1 - Math.max(y, 1 - y) ** 2,
  lowestDifference: (p, c) => Math.min(quadratic(p, 0) - quadratic(c, 0), quadratic(p, 1) - quadratic(c, 1)),
};

function bestProbability(outcomes: readonly number[]): Constant<number> {
  const share = average(outcomes);
  return { name: `always ${Math.round(1000 * share) / 10} %`, answer: share };
}
