import { gain, type Measure } from '../../domain/measure.ts';
import { isUnordered } from '../../domain/recorded.ts';
import { hasSharedUnits } from '../../outcome-kinds/outcome-kinds.ts';
import { probabilityWords } from '../../outcome-kinds/words.ts';
import type { Difference, MissingOfSide } from '../../results/comparison.ts';
import type { PairedContrast } from '../../results/contrast.ts';
import type { Scale } from '../../stats/jackknife.ts';
import type { PairedScores } from '../../stats/paired.ts';
import { type ComparedOn, comparedPairs, conditionOf, type Pair, repeatedConditions } from './choose-pairs.ts';
import { makeContrasts, type Sides } from './make-contrasts.ts';
import { missingOfSides } from './missing-executions.ts';
import { numberGroups, type SideScores, withMissing } from './missing-scores.ts';
import { distinctResponses, type GrowingNumbers, type ModelResponses, type ResponseMatrix } from './response-matrix.ts';
import { whyHalf, whyUnequal } from './shared-items.ts';

/**
 * Returns the differences of every two models (or runs, or conditions) on the units that both were asked, Holm over all of
 * them. Sorted by experiment and condition, then by model; models of logs are in the order of the logs (`as given`).
 */
export function runContrasts(
  fields: readonly ResponseMatrix[],
  wanted?: ComparedScore,
  order: SideOrder = 'by name',
): readonly Difference[] {
  return makeDifferences(runPairs(fields, wanted, order));
}

/** Returns the executions without an outcome of the sides whose right answers are compared. */
export function missingOfPairs(pairs: readonly NamedPair[]): readonly MissingOfSide[] {
  const sides = pairs.flatMap(({ measure, pair: { a, b }, names }) =>
    measure === rightMeasure ? [a, b].map((responses, index) => ({ name: names[index] ?? '', responses })) : [],
  );
  return missingOfSides([...new Map(sides.map((side) => [side.responses, side])).values()]);
}

/** Returns the pairs of models, runs or conditions that are compared, in the order of `runContrasts`. */
export function runPairs(
  fields: readonly ResponseMatrix[],
  wanted?: ComparedScore,
  order: SideOrder = 'by name',
): readonly NamedPair[] {
  return fields.flatMap((field) => {
    const measure = comparedMeasure(field, wanted);
    if (measure === null || !hasSharedUnits(field.kind)) return [];
    const compared = { isRight: measure === rightMeasure };
    return comparedPairs(inOrder(distinctResponses(field), compared, order), compared).map((pair): NamedPair => {
      return { field, pair, measure, names: [labelOf(field, pair.a), labelOf(field, pair.b)] };
    });
  });
}

/** Two sides of a matrix that are compared under a score, with their names. */
export interface NamedPair {
  readonly field: ResponseMatrix;
  readonly pair: Pair;
  readonly measure: ComparedMeasure;
  readonly names: readonly [string, string];
  /** What only logs tell; absent for runs. */
  readonly logs?: {
    readonly models: readonly [string, string];
    /** Data set of the items; null where the logs have one. */
    readonly set: string | null;
    /** Shared ids whose texts differ. */
    readonly otherTexts: number;
  };
}

/** Returns the differences of pairs, of runs and of logs, Holm over all of them. */
export function makeDifferences(pairs: readonly NamedPair[]): readonly Difference[] {
  const sides = pairs.map(comparedSides);
  const contrasts = makeContrasts(sides);
  const ofRight = pairs.filter(({ measure }) => measure === rightMeasure);
  const untestedOf = new Map(pairs.map((pair, index) => [pair, sides[index]?.untested ?? null]));
  const answered = makeContrasts(
    ofRight.map((pair) => ({
      ...comparedSides({ ...pair, measure: answeredMeasure }),
      untested: untestedOf.get(pair) ?? null,
    })),
  );
  const answeredOf = new Map(ofRight.map((pair, index) => [pair, answered[index]]));
  return pairs.map((pair, index): Difference => {
    const own = contrasts[index] as PairedContrast; // one of each pair
    const { scores } = sides[index] as ComparedSides;
    const ofAnswered = answeredOf.get(pair);
    const isSame = own.means.a === ofAnswered?.means.a && own.means.b === ofAnswered?.means.b;
    const otherTexts = pair.logs?.otherTexts ?? 0;
    return {
      ...{ ...placeOf(pair), items: scores.items, asked: scores.asked, groups: scores.clusters },
      ties: Array.from(scores.own).filter((score, unit) => score !== null && score === scores.other[unit]).length,
      alone: { a: scores.alone.a - otherTexts, b: scores.alone.b - otherTexts },
      ...(pair.logs === undefined ? {} : { otherTexts }),
      ...own,
      answered: isSame ? null : (ofAnswered ?? null),
    };
  });
}

/** Returns what a pair is about: the fields that all rows on two sides share. */
export function placeOf({ field, pair: { a, b }, measure, logs }: NamedPair) {
  return {
    experiment: field.experiment.name,
    condition: a.condition === b.condition ? a.condition : `${a.condition} | ${b.condition}`,
    measure: measure.name,
    better: measure.better ?? 'higher',
    models: logs?.models ?? ([a.model, b.model] as const),
    runs: [a.run, b.run] as const,
    ...(logs === undefined || logs.set === null ? {} : { set: logs.set }),
  };
}

interface ComparedSides extends Sides {
  readonly scores: ScoresOfPair;
}

function comparedSides({ field, pair, measure, names: [a, b], logs }: NamedPair): ComparedSides {
  const oneAnswer =
    measure !== rightMeasure &&
    measure !== answeredMeasure &&
    [pair.a, pair.b].every((side) => hasOneAnswer(field, side));
  const shared = scoresOfPair(field, pair, measure);
  const half = shared.asked > 0 || measure === rightMeasure ? null : halfOf(field, pair, [a, b]);
  const mayLack = ({ model }: ModelResponses) => logs !== undefined || isUnordered({ identity: model });
  // a run is asked what its design says, a log may lack rows because of their outcomes
  const lacking = { a: mayLack(pair.b) ? shared.alone.a : 0, b: mayLack(pair.a) ? shared.alone.b : 0 };
  const unequal = whyUnequal({ a, b, shared: shared.asked, alone: lacking });
  const areMissing =
    unequal === null && lacking.a + lacking.b > 0 && measure !== answeredMeasure && (logs?.otherTexts ?? 0) === 0;
  const scores = areMissing ? withAbsent(field, pair, { measure, shared }) : shared;
  return { ...{ a, b, measure, scores }, untested: oneAnswer ? oneAnswerReason : (half ?? unequal) };
}

/** Returns the scores of both on the units that either was asked: what one side lacks is missing, as an empty answer is. */
function withAbsent(
  field: ResponseMatrix,
  pair: Pair,
  { measure, shared }: { readonly measure: ComparedMeasure; readonly shared: ScoresOfPair },
): ScoresOfPair {
  if (shared.alone.a + shared.alone.b === 0) return shared;
  return { ...scoresOfPair(field, pair, measure, 'units of either'), alone: { a: 0, b: 0 } };
}

/** Returns which of two sides has predictions or answers alone; null for none. */
function halfOf({ itemOf }: ResponseMatrix, { a, b }: Pair, names: readonly [string, string]): string | null {
  const has = (column: GrowingNumbers) => itemOf.some((_, unit) => !Number.isNaN(column.at(unit)));
  const halves = [a, b].map(({ predicted, done }, index) =>
    whyHalf({ name: names[index] ?? '', predicts: has(predicted), answers: has(done) }),
  );
  return halves.find((each) => each !== null) ?? null;
}

/** Which of two models is the first side: that of the first name, of the run given first, or the first of these models. */
export type SideOrder = 'by name' | 'as given' | readonly string[];

/** Names the tasks in which each model is compared with itself alone. */
export function beforeAndAfterNotes(fields: readonly ResponseMatrix[], wanted?: ComparedScore): readonly string[] {
  const names = fields.flatMap((field) => {
    const compared = { isRight: comparedMeasure(field, wanted) === rightMeasure };
    const repeated = hasSharedUnits(field.kind) ? repeatedConditions(distinctResponses(field), compared) : [];
    return [...repeated].length === 0 ? [] : [field.experiment.name];
  });
  return [...new Set(names)].map(
    (name) => `${name}: ${beforeAndAfter}; a comparison of one run compares its models with each other`,
  );
}

/** How sides are paired where each model is there several times. */
export const beforeAndAfter = 'each model is compared with itself, in the order given';

/** Why sides whose predictions or outcomes are all the same are not tested. */
export const oneAnswerReason = 'one answer on both sides';

/** What of two runs is compared: how good their predictions are, or how often their answers are right. */
export const comparedScores = ['prediction', 'right'] as const;
export type ComparedScore = (typeof comparedScores)[number];

/** The share of right answers, whatever was predicted: the score of a log. */
export const rightMeasure = { name: 'right', unit: 'share', better: 'higher' } as const satisfies ComparedMeasure;

/** The share of right answers among the executions with an outcome. */
const answeredMeasure = { ...rightMeasure, name: 'answered' } as const satisfies ComparedMeasure;

export type ComparedMeasure = Pick<Measure, 'name' | 'unit' | 'better'>;

/**
 * Returns what is compared of an experiment: the score of its predictions that the report has, or `right`. Without a wish,
 * `right` where no prediction was asked. Null where the experiment has no such score.
 */
export function comparedMeasure(field: ResponseMatrix, wanted?: ComparedScore): ComparedMeasure | null {
  const has = (column: (responses: ModelResponses) => GrowingNumbers) =>
    field.responses.some((responses) => field.itemOf.some((_, unit) => !Number.isNaN(column(responses).at(unit))));
  const isRight = wanted === undefined ? !has(({ asked }) => asked) : wanted === 'right';
  if (isRight && has((responses) => responses.right.lost)) return rightMeasure;
  if (wanted === 'right') return null;
  return statesProbabilities(field) ? stated : (field.experiment.measures[0] ?? null);
}

/** The score of stated probabilities. */
const stated: ComparedMeasure = { ...probabilityWords, name: probabilityWords.measure };

/** Returns whether every unit with a score has a stated probability, so that this is the score of all models. */
function statesProbabilities({ responses, itemOf }: ResponseMatrix): boolean {
  const scored = responses.flatMap(({ score, probability }) =>
    [...itemOf.keys()].flatMap((unit) => (Number.isNaN(score.at(unit)) ? [] : [!Number.isNaN(probability.at(unit))])),
  );
  return scored.length > 0 && scored.every((each) => each);
}

/** Returns the responses of runs by condition and model. Runs of one model keep the order in which they were given. */
function inOrder(
  responses: readonly ModelResponses[],
  compared: ComparedOn,
  order: SideOrder,
): readonly ModelResponses[] {
  const orderKey = (each: ModelResponses) =>
    JSON.stringify([conditionOf(each, compared), ...(order === 'by name' ? [each.model] : [])]);
  const place = ({ model }: ModelResponses) => (typeof order === 'string' ? 0 : order.indexOf(model) >>> 0); // -1 is last
  return responses.toSorted((a, b) => {
    const [one, other] = [orderKey(a), orderKey(b)];
    return one === other ? place(a) - place(b) : one < other ? -1 : 1;
  });
}

/**
 * Returns whether a side's predictions are all one value, or its outcomes are, as the verdict `one answer` has it: its score
 * then tells which answer is common, not what the model knows.
 */
function hasOneAnswer({ itemOf }: ResponseMatrix, { predicted, done }: ModelResponses): boolean {
  return [predicted, done].some((column) => {
    const values = new Set([...itemOf.keys()].map((unit) => column.at(unit)).filter((each) => !Number.isNaN(each)));
    return values.size === 1;
  });
}

/** Returns the model's name, with condition and run where the name is ambiguous. */
function labelOf(field: ResponseMatrix, responses: ModelResponses): string {
  const namesakes = field.responses.filter(({ model }) => model === responses.model);
  const conditions = new Set(namesakes.map(({ condition }) => condition)).size;
  const runs = distinctResponses(field).filter(
    ({ model, condition }) => model === responses.model && condition === responses.condition,
  ).length;
  const parts = [...(conditions > 1 ? [responses.condition] : []), ...(runs > 1 ? [`run ${responses.run}`] : [])];
  return parts.length === 0 ? responses.model : `${responses.model} (${parts.join('; ')})`;
}

/** Scores of the units that both were asked. */
interface ScoresOfPair extends PairedScores {
  /** Number of items for which both have a score, of all compared ones, and of those that only one side was asked and are left out. */
  readonly items: number;
  readonly asked: number;
  readonly alone: { readonly a: number; readonly b: number };
}

/** Largest error of a measure in doublings, which an absent prediction has. */
const maxDoublings = 5;

/**
 * Returns the scores of both on the units that both were asked, that `b` was asked, or that either was asked; null for a missing score,
 * and for one that a side was not asked. Signs are turned where lower scores are better, so that above 0 is better.
 */
export function scoresOfPair(
  field: Pick<ResponseMatrix, 'itemOf' | 'clusterOf'>,
  { a, b }: Pair,
  measure: ComparedMeasure,
  on: 'units of both' | 'units of b' | 'units of either' = 'units of both',
): ScoresOfPair {
  const [first, second] = [a, b].map((responses) => scoredUnits(responses, measure)) as [ScoredUnits, ScoredUnits];
  const units = [...field.itemOf.keys()].filter((unit) => {
    const [isFirst, isSecond] = [first.isAsked(unit), second.isAsked(unit)];
    return on === 'units of either' ? isFirst || isSecond : isSecond && (isFirst || on === 'units of b');
  });
  const [own, other] = [first, second].map((side): SideScores => {
    const scores = units.map((unit) => {
      const value = side.score.at(unit);
      return Number.isNaN(value) ? null : gain(measure, value, 0);
    });
    return { scores, lost: lostShares(side, { units, scores }) };
  }) as [SideScores, SideScores];
  const scored = units.filter((_, index) => own.scores[index] !== null && other.scores[index] !== null);
  const itemsOf = (some: readonly number[]) => new Set(some.map((unit) => field.itemOf[unit])).size;
  const aloneOf = (side: ScoredUnits, beside: ScoredUnits) =>
    itemsOf([...field.itemOf.keys()].filter((unit) => side.isAsked(unit) && !beside.isAsked(unit)));
  return {
    ...withMissing(own, other, scaleOf(measure, [...own.scores, ...other.scores])),
    ...numberGroups(units.map((unit) => field.clusterOf[unit] as number)),
    ...{ items: itemsOf(scored), asked: itemsOf(units) },
    alone: { a: aloneOf(first, second), b: aloneOf(second, first) },
  };
}

/** One score of a model's responses, by unit. */
export interface ScoredUnits {
  readonly score: Pick<GrowingNumbers, 'at'>;
  readonly lost: Pick<GrowingNumbers, 'at'>;
  isAsked(unit: number): boolean;
}

/** Returns the responses under the score that is compared. */
export function scoredUnits(responses: ModelResponses, measure: ComparedMeasure): ScoredUnits {
  if (measure === stated)
    return {
      ...{ score: responses.probability, lost: responses.lost },
      isAsked: (unit) => responses.asked.at(unit) === 1,
    };
  if (measure === answeredMeasure) {
    const { score, answered } = responses.right;
    const at = (unit: number) => answered.get(unit) ?? score.at(unit);
    return { score: { at }, lost: { at: () => 0 }, isAsked: (unit) => !Number.isNaN(at(unit)) };
  }
  return measure === rightMeasure
    ? { ...responses.right, isAsked: (unit) => !Number.isNaN(responses.right.lost.at(unit)) }
    : { score: responses.score, lost: responses.lost, isAsked: (unit) => responses.asked.at(unit) === 1 };
}

/** Returns the share of each unit's executions that are missing; 1 where the whole score is. */
function lostShares(
  { lost }: Pick<ScoredUnits, 'lost'>,
  { units, scores }: { readonly units: readonly number[]; readonly scores: readonly (number | null)[] },
): readonly number[] {
  return units.map((unit, index) => (scores[index] === null ? 1 : lost.at(unit) || 0)); // NaN: of a kind without executions
}

/** Returns the lowest and highest value of a score, its sign turned where lower is better; of the values read if it has none. */
export function scaleOf({ unit, better }: ComparedMeasure, values: readonly (number | null)[]): Scale {
  if (unit === 'share') return better === 'lower' ? { lowest: -1, highest: 0 } : { lowest: 0, highest: 1 };
  if (unit === 'correlation') return { lowest: -1, highest: 1 };
  if (unit === 'doublings' && better === 'lower') return { lowest: -maxDoublings, highest: 0 };
  const read = values.flatMap((value) => (value === null ? [] : [value]));
  return read.reduce<Scale>(
    ({ lowest, highest }, value) => ({ lowest: Math.min(lowest, value), highest: Math.max(highest, value) }),
    { lowest: read[0] ?? 0, highest: read[0] ?? 0 },
  );
}
