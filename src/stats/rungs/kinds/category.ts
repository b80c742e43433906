import { type Answered, type AnswerKind, bestOf, type Constant, type Filling } from '../answer-kind.ts';

/** The values of all samples of one unit; one value where it was asked once. */
export type Values = readonly string[];

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
  predictionLevel: (prediction, best) => score(best, prediction),
  outcomeLevel: (outcome, best) => score(best, outcome),
  fill,
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
