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

/** Totals of `resamples` draws with replacement, one at a time; the yielded array is reused. */
export function* resampledTotals(units: readonly Tally[], resamples: number, random: Random): Generator<Float64Array> {
  const totals = new Float64Array(units[0]?.length ?? 0);
  const times = new Int32Array(units.length);
  for (let draw = 0; draw < resamples; draw += 1) {
    times.fill(0);
    for (let taken = 0; taken < units.length; taken += 1) {
      const chosen = randomInteger(random, units.length);
      times[chosen] = (times[chosen] as number) + 1;
    }
    totals.fill(0);
    for (let unit = 0; unit < units.length; unit += 1) {
      const count = times[unit] as number;
      if (count > 0) addTally(totals, units[unit] as Tally, count);
    }
    yield totals;
  }
}
