import { holm } from '../../stats/basic/holm.ts';
import type { Interval } from '../../stats/basic/intervals.ts';
import { level } from '../../stats/basic/intervals.ts';
import { ratio } from '../../stats/basic/moments.ts';
import { detectableMean } from '../../stats/basic/power.ts';
import { clusterBootstrapAll, fewestClusters } from '../../stats/resampling/bootstrap.ts';
import { signFlipTest } from '../../stats/resampling/permutation.ts';
import { totalsOf } from '../../stats/resampling/resample.ts';
import type { DifferenceEntry } from './comparison-types.ts';
import { batches } from './cross-prediction.ts';
import { distinctResponses, type ModelResponses, type ResponseMatrix } from './response-matrix.ts';

export interface Pair {
  readonly a: ModelResponses;
  readonly b: ModelResponses;
}

interface Tested {
  readonly entry: Omit<DifferenceEntry, 'pHolm'>;
}

/**
 * Returns the headline differences of every two models (or runs) on the units that both have, with Holm adjustment over
 * all of them.
 */
export function pairedDifferences(fields: readonly ResponseMatrix[], seed: number): readonly DifferenceEntry[] {
  const pairs = fields.map((field) => pairsOf(field));
  const comparisons = pairs.reduce((sum, list) => sum + list.length, 0);
  const resamples = Math.min(99_999, Math.max(9_999, 40 * comparisons - 1)); // with fewer, no p could survive Holm
  const tested = fields.flatMap((field, index) => testsOf(field, pairs[index] ?? [], { seed, resamples, comparisons }));
  const known = tested.filter(({ entry }) => entry.p !== null);
  const adjusted = new Map(
    holm(known.map(({ entry }) => entry.p as number)).map((p, index) => [known[index]?.entry, p]),
  );
  return tested.map(({ entry }) => ({ ...entry, pHolm: adjusted.get(entry) ?? null }));
}

/** Returns pairs of two models under one condition, or of one model under two conditions or in two different runs. */
function pairsOf(field: ResponseMatrix): readonly Pair[] {
  if (field.kind === 'authored') return []; // each model writes its own questions, so there are no pairs
  const responses = distinctResponses(field);
  return responses.flatMap((a, index) =>
    responses.slice(index + 1).flatMap((b) => (a.condition === b.condition || a.model === b.model ? [{ a, b }] : [])),
  );
}

interface Drawing {
  readonly seed: number;
  readonly resamples: number;
  /** Number of differences that are adjusted together. */
  readonly comparisons: number;
}

function testsOf(
  field: ResponseMatrix,
  pairs: readonly Pair[],
  { seed, resamples, comparisons }: Drawing,
): readonly Tested[] {
  const [headline] = field.experiment.measures;
  if (headline === undefined || pairs.length === 0) return [];
  const scores = scoresOf(field, pairs);
  const tallies = pairedTallies(field, { pairs, scores, seed });
  const items = sharedItems(field, pairs, scores);
  const values = (totals: Float64Array) =>
    pairs.map((_, index) => ratio(totals[2 * index] as number, totals[2 * index + 1] as number));
  const totals = totalsOf(tallies);
  const intervals = clusterBootstrapAll({ clusters: tallies, totals, values, seed, level });
  const found = values(totals);
  return pairs.map(({ a, b }, index): Tested => {
    const paired = tallies.flatMap((tally): (readonly [sum: number, units: number])[] => {
      const [sum, units] = [tally[2 * index] as number, tally[2 * index + 1] as number];
      return units === 0 ? [] : [[sum, units]];
    });
    const sums = paired.map(([sum]) => sum);
    const test = signFlipTest(sums, { seed, resamples });
    const value = tallies.length === 0 ? null : (found[index] ?? null);
    return {
      entry: {
        experiment: field.experiment.name,
        condition: a.condition === b.condition ? a.condition : `${a.condition} | ${b.condition}`,
        measure: headline.name,
        ...(headline.better === 'lower' ? { better: 'lower' } : {}),
        a: labelOf(field, a),
        b: labelOf(field, b),
        models: [a.model, b.model],
        runs: [a.run, b.run],
        value,
        interval: sums.length < fewestClusters(level) ? null : ends(intervals[index] ?? null),
        p: value === null ? null : (test?.p ?? null),
        detectable: sums.length < fewestClusters(level) ? null : detectableMean(paired, 1 - (1 - level) / comparisons),
        n: items[index] ?? 0,
        units: tallies.length === 0 ? 0 : (totals[2 * index + 1] as number),
        ...(value === null ? { reason: 'no unit that both have a score for' } : {}),
      },
    };
  });
}

/**
 * Returns, by cluster, the sum of differences (a minus b) and the number of units with a score on both sides, in two
 * columns for each pair; and the number of items behind each pair.
 */
export function pairedSums(field: ResponseMatrix, pairs: readonly Pair[], seed: number) {
  const scores = scoresOf(field, pairs);
  return { tallies: pairedTallies(field, { pairs, scores, seed }), items: sharedItems(field, pairs, scores) };
}

/** Scores by unit, as plain lists because each model is in many pairs. */
type Scores = ReadonlyMap<ModelResponses, Float64Array>;

function scoresOf(field: ResponseMatrix, pairs: readonly Pair[]): Scores {
  const responses = new Set(pairs.flatMap(({ a, b }) => [a, b]));
  return new Map(
    [...responses].map((each) => [each, Float64Array.from(field.itemOf, (_, unit) => each.score.at(unit))] as const),
  );
}

/** Returns, for each pair, the number of items for which both have a score. */
function sharedItems({ itemOf }: ResponseMatrix, pairs: readonly Pair[], scores: Scores): readonly number[] {
  const items = Int32Array.from(itemOf);
  const lastPair = new Int32Array(items.reduce((most, item) => Math.max(most, item), -1) + 1); // the last pair that has the item
  return pairs.map(({ a, b }, index) => {
    const [one, other] = [scores.get(a) as Float64Array, scores.get(b) as Float64Array];
    let shared = 0;
    for (let unit = 0; unit < items.length; unit += 1) {
      const item = items[unit] as number;
      if (lastPair[item] === index + 1 || Number.isNaN((one[unit] as number) - (other[unit] as number))) continue;
      lastPair[item] = index + 1;
      shared += 1;
    }
    return shared;
  });
}

interface Paired {
  readonly pairs: readonly Pair[];
  readonly scores: Scores;
  readonly seed: number;
}

/** Returns the sum of differences and the number of units of each pair, by cluster. */
function pairedTallies(field: ResponseMatrix, { pairs, scores, seed }: Paired): readonly Float64Array[] {
  const batchOf = batches(field.clusterOf, seed);
  const numbers = new Map<number, number>();
  for (const batch of batchOf) if (!numbers.has(batch)) numbers.set(batch, numbers.size);
  const rowOf = Int32Array.from(batchOf, (batch) => numbers.get(batch) as number);
  const width = 2 * pairs.length;
  const rows = new Float64Array(numbers.size * width);
  for (const [index, { a, b }] of pairs.entries()) {
    const [one, other] = [scores.get(a) as Float64Array, scores.get(b) as Float64Array];
    for (let unit = 0; unit < rowOf.length; unit += 1) {
      const difference = (one[unit] as number) - (other[unit] as number);
      if (Number.isNaN(difference)) continue;
      const position = (rowOf[unit] as number) * width + 2 * index;
      rows[position] = (rows[position] as number) + difference;
      rows[position + 1] = (rows[position + 1] as number) + 1;
    }
  }
  return Array.from({ length: numbers.size }, (_, row) => rows.subarray(row * width, (row + 1) * width));
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

export function ends(interval: Interval | null): readonly [number, number] | null {
  return interval === null ? null : [interval.low, interval.high];
}
