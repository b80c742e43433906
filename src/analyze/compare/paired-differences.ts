import { gain, type Measure } from '../../domain/measure.ts';
import { hasSharedUnits } from '../../outcome-kinds/outcome-kinds.ts';
import type { Difference } from '../../results/comparison.ts';
import type { Quantity } from '../../results/quantity.ts';
import { holm } from '../../stats/holm.ts';
import type { Scale } from '../../stats/jackknife.ts';
import { mean } from '../../stats/moments.ts';
import { type Claim, missingRule, type PairedDifference, type PairedScores, paired } from '../../stats/paired.ts';
import { distinctResponses, type ModelResponses, type ResponseMatrix } from './response-matrix.ts';

/** Two-sided level of a difference, after Holm. */
const level = 0.05;

/** Fewest clusters of a tested difference. */
export const minPairedClusters = 20;

/**
 * Returns the headline differences of every two models (or runs, or conditions) on the units that both were asked: paired t
 * over clusters, Holm over all of them. Sorted by experiment, condition and names.
 */
export function pairedDifferences(fields: readonly ResponseMatrix[]): readonly Difference[] {
  const found = fields.flatMap((field) => {
    const [headline] = field.experiment.measures;
    return headline === undefined ? [] : pairsOf(field).map((pair) => differenceOf(field, pair, headline));
  });
  const tested = found.filter(({ p }) => p !== null);
  const adjusted = new Map(holm(tested.map(({ p }) => p as number)).map((p, index) => [tested[index], p]));
  return found.map((each): Difference => {
    const p = adjusted.get(each) ?? null;
    return { ...each, adjusted: p, word: p === null ? null : p > level ? 'no difference found' : wordOf(each) };
  });
}

function wordOf({ difference }: Difference): Difference['word'] {
  return (difference.value ?? 0) > 0 ? 'higher' : 'lower';
}

/** Returns pairs of two models under one condition, or of one model under two conditions or in two different runs. */
function pairsOf(field: ResponseMatrix): readonly Pair[] {
  if (!hasSharedUnits(field.kind)) return [];
  const responses = distinctResponses(field).toSorted((a, b) => (orderKey(a) < orderKey(b) ? -1 : 1));
  return responses.flatMap((a, index) =>
    responses.slice(index + 1).flatMap((b) => (a.condition === b.condition || a.model === b.model ? [{ a, b }] : [])),
  );
}

function orderKey({ condition, model, run }: ModelResponses): string {
  return JSON.stringify([condition, model, run]);
}

function differenceOf(field: ResponseMatrix, pair: Pair, measure: Measure): Difference {
  const { a, b } = pair;
  const scores = scoresOfPair(field, pair, { measure });
  const found = paired(scores);
  const oneAnswer = [a, b].every((side) => hasOneAnswer(field, side));
  const isTested = found.value !== null && found.clusters >= minPairedClusters && !oneAnswer;
  return {
    experiment: field.experiment.name,
    condition: a.condition === b.condition ? a.condition : `${a.condition} | ${b.condition}`,
    measure: measure.name,
    better: measure.better ?? 'higher',
    a: labelOf(field, a),
    b: labelOf(field, b),
    models: [a.model, b.model],
    runs: [a.run, b.run],
    difference: plainQuantity(found, measure),
    p: isTested ? found.p.twoSided : null,
    ...{ adjusted: null, word: null, oneAnswer },
    detectable: isTested && found.detectable.kind === 'known' ? found.detectable.value : null,
    missing: found.missing.shares,
    items: scores.items,
  };
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

/** Returns a paired difference as plain values of its measure, with the reason where it or its interval is missing. */
export function plainQuantity({ value, interval, n, clusters }: PairedDifference, measure: Measure): Quantity {
  const few = clusters < minPairedClusters;
  const [low, high] = interval.kind === 'known' ? interval.value : [0, 0];
  const ends = [gain(measure, low, 0), gain(measure, high, 0)] as const;
  const reason = few
    ? `fewer than ${minPairedClusters} groups of items`
    : interval.kind === 'known'
      ? null
      : interval.reason;
  return {
    value: value === null ? null : plain(gain(measure, value, 0)),
    interval: reason === null ? [plain(Math.min(...ends)), plain(Math.max(...ends))] : null,
    ...{ n, clusters },
    missing: value === null ? 'no unit that both have a score for' : reason,
  };
}

/** Returns a number without the sign of -0. */
function plain(value: number): number {
  return value === 0 ? 0 : value;
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

/** Two responses to the same items: of two models, or of one model in two runs or under two conditions. */
export interface Pair {
  readonly a: ModelResponses;
  readonly b: ModelResponses;
}

/** Scores of the units that both were asked. */
export interface ScoresOfPair extends PairedScores {
  /** Number of items for which both have a score. */
  readonly items: number;
}

/** Largest error of a measure in doublings, which an absent prediction has. */
const maxDoublings = 5;

/**
 * Returns the scores of both on the units that both were asked; null for a missing score. `margin` is added to the own
 * scores, so that "higher" and "lower" are about `margin`; signs are turned where lower scores are better, so that above 0
 * is better.
 */
export function scoresOfPair(
  field: ResponseMatrix,
  { a, b }: Pair,
  { measure, margin = 0 }: { readonly measure: Measure; readonly margin?: number },
): ScoresOfPair {
  const units = [...field.itemOf.keys()].filter((unit) => a.asked.at(unit) === 1 && b.asked.at(unit) === 1);
  const scoreOf = (of: ModelResponses, unit: number) => {
    const value = of.score.at(unit);
    return Number.isNaN(value) ? null : gain(measure, value, 0);
  };
  const own = units.map((unit) => scoreOf(a, unit));
  const other = units.map((unit) => scoreOf(b, unit));
  const lost = [lostShares(a, { units, scores: own }), lostShares(b, { units, scores: other })] as const;
  const scale = scaleOf(measure, [...own, ...other]);
  const numbers = new Map<number, number>();
  const cluster = units.map((unit) => {
    const name = field.clusterOf[unit] as number;
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
  const items = new Set(
    units.flatMap((unit, index) =>
      own[index] === null || other[index] === null ? [] : [field.itemOf[unit] as number],
    ),
  );
  return {
    own: own.map((value) => (value === null ? null : value + margin)),
    ...{ other, cluster, clusters: numbers.size, scale, items: items.size },
    worst: (unit, claim) => {
      const sideOf = (scores: readonly (number | null)[], shares: readonly number[]): Side => {
        return { score: scores[unit] ?? null, lost: shares[unit] as number };
      };
      return margin + worstDifference([sideOf(own, lost[0]), sideOf(other, lost[1])], scale, claim);
    },
    isPartial: (unit) => lost.some((shares) => (shares[unit] as number) > 0),
    missing: missingRule(mean(lost[0]) ?? 0, mean(lost[1]) ?? 0),
  };
}

/** Returns the share of each unit's executions that are missing; 1 where the whole score is. */
function lostShares(
  { lost }: ModelResponses,
  { units, scores }: { readonly units: readonly number[]; readonly scores: readonly (number | null)[] },
): readonly number[] {
  return units.map((unit, index) => (scores[index] === null ? 1 : lost.at(unit) || 0)); // NaN: of a kind without executions
}

/** The score of one side of a unit, and the share of its executions that are missing. */
interface Side {
  readonly score: number | null;
  readonly lost: number;
}

/** Returns the difference of a unit with what is missing at its worst for a claim; 0 where both scores are. */
function worstDifference([own, other]: readonly [Side, Side], { lowest, highest }: Scale, claim: Claim): number {
  if (own.score === null && other.score === null) return 0;
  const [ownWorst, otherWorst] = claim === 'higher' ? [lowest, highest] : [highest, lowest];
  const at = ({ score, lost }: Side, worst: number) => (score === null ? worst : (1 - lost) * score + lost * worst);
  return at(own, ownWorst) - at(other, otherWorst);
}

/** Returns the lowest and highest value of a score, its sign turned where lower is better; of the values read if it has none. */
export function scaleOf({ unit, better }: Measure, values: readonly (number | null)[]): Scale {
  if (unit === 'share') return better === 'lower' ? { lowest: -1, highest: 0 } : { lowest: 0, highest: 1 };
  if (unit === 'correlation') return { lowest: -1, highest: 1 };
  if (unit === 'doublings' && better === 'lower') return { lowest: -maxDoublings, highest: 0 };
  const read = values.flatMap((value) => (value === null ? [] : [value]));
  return read.reduce<Scale>(
    ({ lowest, highest }, value) => ({ lowest: Math.min(lowest, value), highest: Math.max(highest, value) }),
    { lowest: read[0] ?? 0, highest: read[0] ?? 0 },
  );
}
