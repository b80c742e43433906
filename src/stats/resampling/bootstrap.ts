import type { Interval } from '../intervals.ts';
import { bcaEnds } from './bca.ts';
import { addTally, resampledTotals, resampledUnits, type Tally, totalsOf } from './resample.ts';
import { resamplingOf } from './resampling.ts';

interface BootstrapOptions {
  /** One tally of additive sums per cluster, all of the same length. */
  readonly clusters: readonly Tally[];
  readonly seed: number;
  /** Number of resamples; default: 10,000 below 200 clusters, where each is cheap, and 2,000 from there on. */
  readonly resamples?: number;
  /** Nominal coverage; default: 0.95. */
  readonly level?: number;
  /** The columns that the measures read, if they are few: the other columns of a resample are NaN. Default: all. */
  readonly reads?: ReadonlySet<number>;
  /** The clusters' column sums, if known: summing a hundred thousand clusters takes time. */
  readonly totals?: Float64Array;
}

/** A measure of the totals; null (or not finite) where it is undefined. Must not keep a reference to the array. */
export type Statistic = (totals: Float64Array) => number | null;

/** Maximum share of resamples in which a measure with an interval may be undefined. */
const mostUndefined = 0.05;
const method = 'cluster bootstrap (BCa, t-widened)';

/**
 * Returns the minimum number of clusters for an interval: 6 at the level 0.95. A resample lies between the smallest and
 * the largest cluster, and these enclose the center in 1 - 2^(1 - n) of all samples, whatever is drawn.
 */
export function fewestClusters(level: number): number {
  return Math.ceil(1 - Math.log2(1 - level));
}

/**
 * Returns the interval of a measure of summed tallies, with clusters drawn with replacement (Field and Welsh 2007).
 * Assumes independent clusters. Null with too few clusters, where over 5% of resamples are undefined, or where
 * resamples do not vary.
 */
export function clusterBootstrap(options: BootstrapOptions & { readonly value: Statistic }): Interval | null {
  return clusterBootstrapAll({ ...options, values: (totals) => [options.value(totals)] })[0] ?? null;
}

/** Returns the number of draws. With 2,000 draws the ends of an interval vary by up to 6% of its width between seeds. */
function drawsFor(clusters: number): number {
  return clusters < 200 ? 10_000 : 2_000;
}

/** Returns the intervals of several measures that share their resamples; one interval or null for each, in their order. */
export function clusterBootstrapAll(
  options: BootstrapOptions & { readonly values: (totals: Float64Array) => readonly (number | null)[] },
): readonly (Interval | null)[] {
  const { clusters, seed, values, resamples = drawsFor(clusters.length), level = 0.95, reads } = options;
  const estimates = values(options.totals ?? totalsOf(clusters));
  if (clusters.length < fewestClusters(level)) return estimates.map(() => null);
  const measures = estimates.length;
  const resampling = resamplingOf(clusters.length, { resamples, seed });
  const units = resampledUnits(clusters, resampling);
  const draws = columnsOf({ measures, length: resamples }, resampledTotals(units, resampling, reads), values);
  const leftOut = columnsOf({ measures, length: units.length }, leaveOneOut(units), values);
  return estimates.map((estimate, index) => {
    const defined = (draws[index] ?? new Float64Array(0)).sort();
    if (estimate === null || defined.length < (1 - mostUndefined) * resamples) return null;
    if (!differ(defined)) return null;
    const sample = { estimate, draws: defined, leftOut: leftOut[index] ?? [], units: units.length, level };
    const [low, high] = bcaEnds(sample);
    return { low, high, level, method, seed };
  });
}

/** Returns the defined values of each measure over a series of totals. */
function columnsOf(
  { measures, length }: { readonly measures: number; readonly length: number },
  series: Iterable<Float64Array>,
  values: (totals: Float64Array) => readonly (number | null)[],
): readonly Float64Array[] {
  const columns = Array.from({ length: measures }, () => ({ values: new Float64Array(length), defined: 0 }));
  for (const totals of series) {
    const found = values(totals);
    for (let index = 0; index < measures; index += 1) {
      const value = found[index] ?? Number.NaN;
      const column = columns[index];
      if (column === undefined || !Number.isFinite(value)) continue;
      column.values[column.defined] = value;
      column.defined += 1;
    }
  }
  return columns.map((column) => column.values.subarray(0, column.defined));
}

/**
 * Yields the totals without each unit, as sums of what comes before and after: subtraction would leave rounding errors
 * in place of 0. The yielded array is reused.
 */
function* leaveOneOut(units: readonly Tally[]): Generator<Float64Array> {
  const columns = units[0]?.length ?? 0;
  const after = new Float64Array(units.length * columns); // for each unit, the sum of those that follow it
  for (let unit = units.length - 2; unit >= 0; unit -= 1) {
    const sum = after.subarray(unit * columns, (unit + 1) * columns);
    sum.set(after.subarray((unit + 1) * columns, (unit + 2) * columns));
    addTally(sum, units[unit + 1] as Tally, 1);
  }
  const before = new Float64Array(columns);
  for (const [unit, tally] of units.entries()) {
    const rest = after.subarray(unit * columns, (unit + 1) * columns);
    addTally(rest, before, 1);
    yield rest;
    addTally(before, tally, 1);
  }
}

/** Returns whether an ascending series varies by more than rounding. */
function differ(ascending: Float64Array): boolean {
  const [low, high] = [ascending[0] ?? 0, ascending.at(-1) ?? 0];
  return high - low > 1e-12 * Math.max(1, Math.abs(low), Math.abs(high));
}
