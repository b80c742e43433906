import { abreast, type Resampling } from './resampling.ts';

/** Sums that describe one cluster; a measure is a function of their totals. */
export type Tally = ArrayLike<number> | PlacedTally;

/** A tally of so many columns that is 0 but for those from `offset` on: a hundred thousand wide ones would fill memory. */
export class PlacedTally {
  readonly length: number;
  readonly offset: number;
  readonly own: ArrayLike<number>;

  constructor(length: number, offset: number, own: ArrayLike<number>) {
    this.length = length;
    this.offset = offset;
    this.own = own;
  }
}

/** Column sums of all tallies. */
export function totalsOf(tallies: readonly Tally[]): Float64Array {
  const totals = new Float64Array(tallies[0]?.length ?? 0);
  for (const tally of tallies) addTally(totals, tally, 1);
  return totals;
}

/** Adds `times` times a tally to the totals, in place. */
export function addTally(totals: Float64Array, tally: Tally, times: number): void {
  if (tally.length !== totals.length) throw new RangeError(`tallies of ${totals.length} and ${tally.length} columns`);
  const placed = tally instanceof PlacedTally;
  const own = placed ? tally.own : tally;
  const offset = placed ? tally.offset : 0;
  for (let column = 0; column < own.length; column += 1) {
    totals[offset + column] = (totals[offset + column] as number) + times * (own[column] as number);
  }
}

/**
 * The units that are resampled: the clusters, or, beyond 1,024, random batches of them whose sizes differ by at most one.
 * Batch totals of independent clusters have the same variance a cluster, so the interval stays valid (bag of batches).
 */
export function resampledUnits(clusters: readonly Tally[], { dealt, units }: Resampling): readonly ArrayLike<number>[] {
  if (dealt === null) return clusters.map((tally) => (tally instanceof PlacedTally ? totalsOf([tally]) : tally));
  const batches = Array.from({ length: units }, () => new Float64Array(clusters[0]?.length ?? 0));
  for (const [turn, cluster] of dealt.entries()) {
    addTally(batches[(dealt.length - turn) % units] as Float64Array, clusters[cluster] as Tally, 1);
  }
  return batches;
}

/** Totals of each resample, one at a time; the yielded array is reused. Columns that are not among `reads` are NaN. */
export function* resampledTotals(
  tallies: readonly ArrayLike<number>[],
  { resamples, units, times: all }: Resampling,
  reads?: ReadonlySet<number>,
): Generator<Float64Array> {
  const columns = columnsOf(tallies, reads);
  const width = tallies[0]?.length ?? 0;
  const times = new Float64Array(units * abreast); // as the sums need them
  const sums = new Float64Array(width * abreast).fill(Number.NaN);
  for (let first = 0; first < resamples; first += abreast) {
    times.set(all.subarray(first * units, (first + abreast) * units));
    addColumns(columns, times, sums);
    for (let draw = 0; draw < Math.min(abreast, resamples - first); draw += 1) {
      yield sums.subarray(draw * width, (draw + 1) * width);
    }
  }
}

/** Columns without their zeros, which are most of them, one after the other. */
interface Columns {
  /** The columns that are summed. */
  readonly read: readonly number[];
  /** Where each column's entries begin; one more than there are columns. */
  readonly starts: Int32Array;
  readonly units: Int32Array;
  readonly values: Float64Array;
}

function columnsOf(tallies: readonly ArrayLike<number>[], reads?: ReadonlySet<number>): Columns {
  const width = tallies[0]?.length ?? 0;
  const read = Array.from({ length: width }, (_, column) => column).filter((column) => reads?.has(column) ?? true);
  const starts = new Int32Array(width + 1);
  for (const tally of tallies) {
    for (const column of read) {
      if (tally[column] !== 0) starts[column + 1] = (starts[column + 1] as number) + 1;
    }
  }
  for (let column = 0; column < width; column += 1) {
    starts[column + 1] = (starts[column + 1] as number) + (starts[column] as number);
  }
  const next = starts.slice();
  const units = new Int32Array(starts[width] as number);
  const values = new Float64Array(units.length);
  for (const [unit, tally] of tallies.entries()) {
    for (const column of read) {
      const value = tally[column] as number;
      if (value === 0) continue;
      const entry = next[column] as number;
      next[column] = entry + 1;
      units[entry] = unit;
      values[entry] = value;
    }
  }
  return { read, starts, units, values };
}

/** Writes sums[place * columns + column]: each column's values, each as often as its unit was drawn, in the units' order. */
function addColumns(columns: Columns, times: Float64Array, sums: Float64Array): void {
  const { read } = columns;
  for (let index = 0; index < read.length; index += 1) addColumn(columns, read[index] as number, { times, sums });
}

interface Abreast {
  readonly times: Float64Array;
  readonly sums: Float64Array;
}

function addColumn({ starts, units, values }: Columns, column: number, { times, sums }: Abreast): void {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let e = 0;
  let f = 0;
  let g = 0;
  let h = 0;
  const end = starts[column + 1] as number;
  for (let entry = starts[column] as number; entry < end; entry += 1) {
    const value = values[entry] as number;
    const place = (units[entry] as number) * abreast;
    a += value * (times[place] as number);
    b += value * (times[place + 1] as number);
    c += value * (times[place + 2] as number);
    d += value * (times[place + 3] as number);
    e += value * (times[place + 4] as number);
    f += value * (times[place + 5] as number);
    g += value * (times[place + 6] as number);
    h += value * (times[place + 7] as number);
  }
  const width = starts.length - 1;
  sums[column] = a;
  sums[width + column] = b;
  sums[2 * width + column] = c;
  sums[3 * width + column] = d;
  sums[4 * width + column] = e;
  sums[5 * width + column] = f;
  sums[6 * width + column] = g;
  sums[7 * width + column] = h;
}
