import { addTally, type Tally } from '../jackknife.ts';
import { type PackedColumn, packedColumns, unpackSum } from './packed-columns.ts';
import type { Resampling } from './resampling.ts';

export { addTally, PlacedTally, type Tally, totalsOf } from '../jackknife.ts';

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
