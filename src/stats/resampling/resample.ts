import { type PackedColumn, packedColumns, unpackSum } from './packed-columns.ts';
import type { Resampling } from './resampling.ts';

/** Sums of one cluster; a measure is a function of their totals. */
export type Tally = ArrayLike<number> | PlacedTally;

/** A sparse tally that is 0 except for the columns from `offset` on: a hundred thousand full ones would fill memory. */
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

/** Returns the column sums of all tallies. */
export function totalsOf(tallies: readonly Tally[]): Float64Array {
  const totals = new Float64Array(tallies[0]?.length ?? 0);
  for (const tally of tallies) addTally(totals, tally, 1);
  return totals;
}

/** Adds `times` times a tally to the totals, in place. */
export function addTally(totals: Float64Array, tally: Tally, times: number): void {
  if (tally.length !== totals.length) throw new RangeError(`tallies of ${totals.length} and ${tally.length} columns`);
  const [own, offset] = tally instanceof PlacedTally ? [tally.own, tally.offset] : [tally, 0];
  if (own instanceof Float64Array && times === 1) addNumbers(totals, own, offset);
  else addAny(totals, { own, offset, times });
}

/** A separate function, because a loop that has seen several kinds of arrays is slow for all of them. */
function addNumbers(totals: Float64Array, own: Float64Array, offset: number): void {
  for (let column = 0; column < own.length; column += 1) {
    totals[offset + column] = (totals[offset + column] as number) + (own[column] as number);
  }
}

interface Weighed {
  readonly own: ArrayLike<number>;
  readonly offset: number;
  readonly times: number;
}

function addAny(totals: Float64Array, { own, offset, times }: Weighed): void {
  for (let column = 0; column < own.length; column += 1) {
    totals[offset + column] = (totals[offset + column] as number) + times * (own[column] as number);
  }
}

/**
 * Returns the units that are resampled: the clusters, or, beyond 1,024, random batches of them whose sizes differ by at
 * most one. Batch totals of independent clusters have the same variance per cluster, so the interval stays valid (bag
 * of batches).
 */
export function resampledUnits(clusters: readonly Tally[], { batchOf, units }: Resampling): readonly Float64Array[] {
  const width = clusters[0]?.length ?? 0;
  const rows = new Float64Array(units * width);
  const batches = Array.from({ length: units }, (_, unit) => rows.subarray(unit * width, (unit + 1) * width));
  for (let cluster = 0; cluster < clusters.length; cluster += 1) {
    const batch = batchOf === null ? cluster : batchOf[cluster];
    addTally(batches[batch as number] as Float64Array, clusters[cluster] as Tally, 1);
  }
  return batches;
}

/** Yields the totals of each resample; the yielded array is reused. Columns that are not among `reads` are NaN. */
export function* resampledTotals(
  tallies: readonly ArrayLike<number>[],
  { resamples, units, times }: Resampling,
  reads?: ReadonlySet<number>,
): Generator<Float64Array> {
  const width = tallies[0]?.length ?? 0;
  const read = Array.from({ length: width }, (_, column) => column).filter((column) => reads?.has(column) ?? true);
  const columns = packedColumns(tallies, read);
  const sums = new Float64Array(width * abreast).fill(Number.NaN);
  for (const column of read) for (let draw = 0; draw < abreast; draw += 1) sums[draw * width + column] = 0;
  const drawn = Array.from({ length: abreast }, () => new Float64Array(units));
  for (let first = 0; first < resamples; first += abreast) {
    const here = Math.min(abreast, resamples - first);
    for (let draw = 0; draw < here; draw += 1) {
      const start = (first + draw) * units;
      drawn[draw]?.set(times.subarray(start, start + units)); // in the order in which the sums are computed
    }
    addColumns(columns, drawn, sums);
    for (let draw = 0; draw < here; draw += 1) yield sums.subarray(draw * width, (draw + 1) * width);
  }
}

/**
 * Number of resamples, and of packed columns, that are summed together: as many sums as fit into a processor's
 * registers.
 */
const abreast = 4;
const tile = 2;

/** Writes sums[place * width + column]: each column's values, each as often as its unit was drawn, in the units' order. */
function addColumns(columns: readonly PackedColumn[], drawn: readonly Float64Array[], sums: Float64Array): void {
  const width = sums.length / abreast;
  const found = new Float64Array(tile * abreast);
  for (let index = 0; index < columns.length; index += tile) {
    const one = columns[index] as PackedColumn;
    const other = columns[index + 1] ?? one;
    addPair([one.values, other.values], drawn, found);
    for (let draw = 0; draw < abreast; draw += 1) {
      const place = { sums, first: draw * width };
      unpackSum(one, found[draw] as number, place);
      if (other !== one) unpackSum(other, found[abreast + draw] as number, place);
    }
  }
}

type Pair = readonly [one: Float64Array, other: Float64Array];

/** Computes the sums of two columns in four resamples: eight numbers, which stay in registers. */
function addPair([one, other]: Pair, drawn: readonly Float64Array[], found: Float64Array): void {
  const [first, second, third, fourth] = drawn as readonly [Float64Array, Float64Array, Float64Array, Float64Array];
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let e = 0;
  let f = 0;
  let g = 0;
  let h = 0;
  for (let unit = 0; unit < one.length; unit += 1) {
    const value = one[unit] as number;
    const beside = other[unit] as number;
    const p = first[unit] as number;
    const q = second[unit] as number;
    const r = third[unit] as number;
    const s = fourth[unit] as number;
    a += value * p;
    b += value * q;
    c += value * r;
    d += value * s;
    e += beside * p;
    f += beside * q;
    g += beside * r;
    h += beside * s;
  }
  found[0] = a;
  found[1] = b;
  found[2] = c;
  found[3] = d;
  found[4] = e;
  found[5] = f;
  found[6] = g;
  found[7] = h;
}
