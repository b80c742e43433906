import { gain, type Measure } from '../../domain/measure.ts';
import type { Difference } from '../../results/comparison.ts';
import type { Quantity } from '../../results/quantity.ts';
import { holm } from '../../stats/basic/holm.ts';
import type { Interval } from '../../stats/basic/intervals.ts';
import { type PairedDifference, paired } from '../../stats/jackknife/paired.ts';
import { type Pair, scoresOfPair } from './paired-scores.ts';
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
  if (field.kind === 'authored') return []; // each model writes its own questions, so there are no pairs
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
 * then tells which answer is common, not what the model knows. Kinds without comparable values never are.
 */
function hasOneAnswer({ kind, itemOf }: ResponseMatrix, { prediction, executions }: ModelResponses): boolean {
  if (kind !== 'binary' && kind !== 'categorical') return false;
  const isOne = (columns: readonly Pick<ModelResponses['prediction'], 'at'>[]) => {
    const values = new Set(
      columns
        .flatMap((column) => [...itemOf.keys()].map((unit) => column.at(unit)))
        .filter((each) => !Number.isNaN(each)),
    );
    return values.size === 1;
  };
  return isOne([prediction]) || isOne(executions);
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

/** Returns the bounds of an interval; null without one. */
export function ends(interval: Interval | null): readonly [number, number] | null {
  return interval === null ? null : [interval.low, interval.high];
}
