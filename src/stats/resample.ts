import { type Random, randomInteger } from '../util/random.ts';

/** Sums that describe one cluster; a measure is a function of their totals. */
export type Tally = ArrayLike<number>;

/** Clusters beyond this many are pooled at random into this many batches before resampling. */
export const mostResampled = 1024;

/** Column sums of all tallies. */
export function totalsOf(tallies: readonly Tally[]): Float64Array {
  const totals = new Float64Array(tallies[0]?.length ?? 0);
  for (const tally of tallies) addTally(totals, tally, 1);
  return totals;
}

/** Adds `times` times a tally to the totals, in place. */
export function addTally(totals: Float64Array, tally: Tally, times: number): void {
  if (tally.length !== totals.length) throw new RangeError(`tallies of ${totals.length} and ${tally.length} columns`);
  for (let column = 0; column < totals.length; column += 1) {
    totals[column] = (totals[column] as number) + times * (tally[column] as number);
  }
}

/**
 * The units that are resampled: the clusters, or, beyond 1,024, random batches of them whose sizes differ by at most one.
 * Batch totals of independent clusters have the same variance a cluster, so the interval stays valid (bag of batches).
 */
export function resampledUnits(clusters: readonly Tally[], random: Random): readonly Tally[] {
  if (clusters.length <= mostResampled) return clusters;
  const order = Uint32Array.from(clusters.keys());
  const columns = clusters[0]?.length ?? 0;
  const batches = Array.from({ length: mostResampled }, () => new Float64Array(columns));
  for (let left = order.length; left > 0; left -= 1) {
    const chosen = randomInteger(random, left);
    const cluster = order[chosen] as number;
    order[chosen] = order[left - 1] as number;
    addTally(batches[left % mostResampled] as Float64Array, clusters[cluster] as Tally, 1);
  }
  return batches;
}

/** Tallies without their zeros, one after the other: most columns of most tallies are 0, and a bootstrap reads them all often. */
interface SparseTallies {
  /** Where each unit's entries begin; one more than there are units. */
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
}

function sparse(units: readonly Tally[]): SparseTallies {
  const starts = new Int32Array(units.length + 1);
  const columns: number[] = [];
  const values: number[] = [];
  for (const [unit, tally] of units.entries()) {
    for (let column = 0; column < tally.length; column += 1) {
      const value = tally[column] as number;
      if (value === 0) continue;
      columns.push(column);
      values.push(value);
    }
    starts[unit + 1] = columns.length;
  }
  return { starts, columns: Int32Array.from(columns), values: Float64Array.from(values) };
}

/** Totals of `resamples` draws with replacement, one at a time; the yielded array is reused. */
export function* resampledTotals(units: readonly Tally[], resamples: number, random: Random): Generator<Float64Array> {
  const totals = new Float64Array(units[0]?.length ?? 0);
  const times = new Int32Array(units.length);
  const tallies = sparse(units);
  for (let draw = 0; draw < resamples; draw += 1) {
    times.fill(0);
    for (let taken = 0; taken < units.length; taken += 1) {
      const chosen = randomInteger(random, units.length);
      times[chosen] = (times[chosen] as number) + 1;
    }
    addDraw(tallies, times, totals);
    yield totals;
  }
}

/** Writes the sum of all tallies, each so many times, into `totals`. */
function addDraw({ starts, columns, values }: SparseTallies, times: Int32Array, totals: Float64Array): void {
  totals.fill(0);
  for (let unit = 0; unit < times.length; unit += 1) {
    const count = times[unit] as number;
    if (count === 0) continue;
    const end = starts[unit + 1] as number;
    for (let entry = starts[unit] as number; entry < end; entry += 1) {
      const column = columns[entry] as number;
      totals[column] = (totals[column] as number) + count * (values[entry] as number);
    }
  }
}
