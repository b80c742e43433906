import { clusterBootstrapAll, fewestClusters } from '../stats/bootstrap.ts';
import { holm } from '../stats/holm.ts';
import type { Interval } from '../stats/intervals.ts';
import { ratio } from '../stats/moments.ts';
import { signFlipTest } from '../stats/permutation.ts';
import { totalsOf } from '../stats/resample.ts';
import { type Doings, distinctDoings, type Field } from './behaviour.ts';
import type { DifferenceEntry } from './comparison.ts';
import { batches } from './cross.ts';
import { level } from './estimates.ts';

interface Pair {
  readonly a: Doings;
  readonly b: Doings;
}

interface Tested {
  readonly entry: Omit<DifferenceEntry, 'p_holm'>;
}

/** The headline of every two models (or runs) on the units that both have; Holm over all of them. */
export function differencesOf(fields: readonly Field[], seed: number): readonly DifferenceEntry[] {
  const pairs = fields.map((field) => pairsOf(field));
  const comparisons = pairs.reduce((sum, list) => sum + list.length, 0);
  const resamples = Math.min(99_999, Math.max(9_999, 40 * comparisons - 1)); // or no p could survive Holm
  const tested = fields.flatMap((field, index) => testsOf(field, pairs[index] ?? [], { seed, resamples }));
  const known = tested.filter(({ entry }) => entry.p !== null);
  const adjusted = new Map(
    holm(known.map(({ entry }) => entry.p as number)).map((p, index) => [known[index]?.entry, p]),
  );
  return tested.map(({ entry }) => ({ ...entry, p_holm: adjusted.get(entry) ?? null }));
}

/** Two models under one condition, or one model under two conditions or in two runs that differ. */
function pairsOf(field: Field): readonly Pair[] {
  if (field.kind === 'authored') return []; // each model writes its own questions: there are no pairs
  const doings = distinctDoings(field);
  return doings.flatMap((a, index) =>
    doings.slice(index + 1).flatMap((b) => (a.condition === b.condition || a.model === b.model ? [{ a, b }] : [])),
  );
}

interface Drawing {
  readonly seed: number;
  readonly resamples: number;
}

function testsOf(field: Field, pairs: readonly Pair[], { seed, resamples }: Drawing): readonly Tested[] {
  const [headline] = field.experiment.measures;
  if (headline === undefined || pairs.length === 0) return [];
  const tallies = pairedTallies(field, pairs, seed);
  const items = pairs.map((pair) => sharedItems(field, pair));
  const values = (totals: Float64Array) =>
    pairs.map((_, index) => ratio(totals[2 * index] as number, totals[2 * index + 1] as number));
  const intervals = clusterBootstrapAll({ clusters: tallies, values, seed, level });
  const totals = totalsOf(tallies);
  const found = values(totals);
  return pairs.map(({ a, b }, index): Tested => {
    const sums = tallies.flatMap((tally) => (tally[2 * index + 1] === 0 ? [] : [tally[2 * index] as number]));
    const test = signFlipTest(sums, { seed, resamples });
    const value = tallies.length === 0 ? null : (found[index] ?? null);
    return {
      entry: {
        experiment: field.experiment.name,
        condition: a.condition === b.condition ? a.condition : `${a.condition} | ${b.condition}`,
        measure: headline.name,
        a: labelOf(field, a),
        b: labelOf(field, b),
        value,
        interval: sums.length < fewestClusters(level) ? null : ends(intervals[index] ?? null),
        p: value === null ? null : (test?.p ?? null),
        n: items[index] ?? 0,
        units: tallies.length === 0 ? 0 : (totals[2 * index + 1] as number),
        ...(value === null ? { reason: 'no unit that both have a score for' } : {}),
      },
    };
  });
}

function sharedItems({ itemOf }: Field, { a, b }: Pair): number {
  const items = new Set<number>();
  for (const [unit, item] of itemOf.entries()) {
    if (!Number.isNaN(a.score.at(unit) - b.score.at(unit))) items.add(item);
  }
  return items.size;
}

/** Sum of differences and number of units of each pair, by cluster. */
function pairedTallies(field: Field, pairs: readonly Pair[], seed: number): readonly Float64Array[] {
  const batchOf = batches(field.clusterOf, seed);
  const tallies = new Map<number, Float64Array>();
  for (const unit of field.itemOf.keys()) {
    const batch = batchOf[unit] as number;
    const tally = tallies.get(batch) ?? new Float64Array(2 * pairs.length);
    tallies.set(batch, tally);
    for (const [index, { a, b }] of pairs.entries()) {
      const difference = a.score.at(unit) - b.score.at(unit);
      if (Number.isNaN(difference)) continue;
      tally[2 * index] = (tally[2 * index] as number) + difference;
      tally[2 * index + 1] = (tally[2 * index + 1] as number) + 1;
    }
  }
  return [...tallies.values()];
}

/** The model's name, with condition and run where the name alone does not tell whose doings they are. */
function labelOf(field: Field, doings: Doings): string {
  const namesakes = field.doings.filter(({ model }) => model === doings.model);
  const conditions = new Set(namesakes.map(({ condition }) => condition)).size;
  const runs = distinctDoings(field).filter(
    ({ model, condition }) => model === doings.model && condition === doings.condition,
  ).length;
  const parts = [...(conditions > 1 ? [doings.condition] : []), ...(runs > 1 ? [`run ${doings.run}`] : [])];
  return parts.length === 0 ? doings.model : `${doings.model} (${parts.join('; ')})`;
}

export function ends(interval: Interval | null): readonly [number, number] | null {
  return interval === null ? null : [interval.low, interval.high];
}
