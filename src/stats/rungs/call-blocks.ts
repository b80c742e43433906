import { fTail } from '../distributions.ts';

/** Parts of the call order that the best constant is chosen in. */
const parts = 4;

/** The clusters of a run in the order of their first prediction. */
export interface CallOrder {
  /** Block of each cluster, from 0: quarters of the order, further cut at the largest change. */
  readonly block: Int32Array;
  readonly blocks: number;
  /** Quarter of each cluster; null where the calls have no order. */
  readonly quarter: Int32Array | null;
}

interface OrderedUnits {
  /** Units that count, and the cluster of each unit. */
  readonly units: readonly number[];
  readonly cluster: ArrayLike<number>;
  readonly clusters: number;
  /** Time of each unit's prediction, in milliseconds; null where it is unknown. Null: the calls have no order. */
  readonly askedAt: ArrayLike<number | null> | null;
  /** Returns the level of a unit that changes if the model does: prediction + outcome. */
  readonly level: (unit: number) => number;
}

/**
 * Returns quarters of the call order, cut at the place where the CUSUM of the level (Page 1954) is farthest from 0, so
 * that no block spans the strongest change. A cluster belongs to the block of its first unit. One block without an order.
 */
export function callBlocks(ordered: OrderedUnits): CallOrder {
  const { units, cluster, clusters } = ordered;
  const times = firstTimes(ordered);
  if (times === null) return { block: new Int32Array(clusters), blocks: 1, quarter: null };
  const order = Array.from(times.keys()).sort((a, b) => (times[a] as number) - (times[b] as number) || a - b);
  const size = new Float64Array(clusters);
  const sums = new Float64Array(clusters);
  let total = 0;
  for (const unit of units) {
    const c = cluster[unit] as number;
    const level = ordered.level(unit);
    size[c] = (size[c] as number) + 1;
    sums[c] = (sums[c] as number) + level;
    total += level;
  }
  const mean = units.length === 0 ? 0 : total / units.length;
  const quarter = new Int32Array(clusters);
  let [before, deviation, farthest, cut] = [0, 0, 0, clusters];
  for (const [rank, c] of order.entries()) {
    quarter[c] = Math.min(parts - 1, Math.floor((parts * before) / Math.max(1, units.length)));
    before += size[c] as number;
    deviation += (sums[c] as number) - mean * (size[c] as number);
    if (Math.abs(deviation) > farthest + 1e-9) [farthest, cut] = [Math.abs(deviation), rank + 1];
  }
  const block = new Int32Array(clusters);
  const numbers = new Map<number, number>();
  for (const [rank, c] of order.entries()) {
    const key = 2 * (quarter[c] as number) + Number(rank >= cut);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    block[c] = number;
  }
  return { block, blocks: numbers.size, quarter };
}

/** Returns the time of each cluster's first unit; a cluster without one follows the cluster before it. Null without times. */
function firstTimes({ cluster, clusters, askedAt }: OrderedUnits): Float64Array | null {
  if (askedAt === null) return null;
  const first = new Float64Array(clusters).fill(Number.POSITIVE_INFINITY);
  for (let unit = 0; unit < askedAt.length; unit += 1) {
    const c = cluster[unit] as number;
    first[c] = Math.min(first[c] as number, askedAt[unit] ?? Number.POSITIVE_INFINITY);
  }
  const known = first.filter(Number.isFinite);
  if (known.every((time) => time === known[0])) return null; // one time for all: a batch has no order
  let last = known.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  for (let c = 0; c < clusters; c += 1) {
    if (Number.isFinite(first[c])) last = first[c] as number;
    else first[c] = last;
  }
  return first;
}

/** Test of whether a level moves with the call order. */
export interface MovementTest {
  /** F(3, clusters - 4) statistic; null where a quarter has no variance. */
  readonly f: number | null;
  readonly p: number;
  readonly moved: boolean;
}

/**
 * Returns the Wald test of equal quarters with cluster-robust covariance (factor n / (n - 1)), divided by 3, against
 * F(3, n - 4). A quarter without variance counts as moved.
 */
export function movement(sums: ArrayLike<number>, weights: ArrayLike<number>, quarter: Int32Array): MovementTest {
  const total = new Float64Array(parts);
  const weight = new Float64Array(parts);
  const squares = new Float64Array(parts);
  let clusters = 0;
  for (let c = 0; c < weights.length; c += 1) {
    const [q, own] = [quarter[c] as number, weights[c] as number];
    if (own > 0) clusters += 1;
    total[q] = (total[q] as number) + (sums[c] as number);
    weight[q] = (weight[q] as number) + own;
  }
  const quarterMeans = total.map((sum, q) => sum / (weight[q] as number));
  for (let c = 0; c < weights.length; c += 1) {
    const q = quarter[c] as number;
    const residual = (sums[c] as number) - (quarterMeans[q] as number) * (weights[c] as number);
    squares[q] = (squares[q] as number) + residual ** 2;
  }
  const correction = clusters / (clusters - 1);
  const means = Array.from(quarterMeans, (value, q) => {
    return { value, precision: (weight[q] as number) ** 2 / (correction * (squares[q] as number)) };
  });
  if (!means.every((each) => each.precision < 1e15)) return { f: null, p: 0, moved: true }; // also a quarter without units
  const precision = means.reduce((sum, each) => sum + each.precision, 0);
  const center = means.reduce((sum, each) => sum + each.precision * each.value, 0) / precision;
  const wald = means.reduce((sum, each) => sum + each.precision * (each.value - center) ** 2, 0);
  const f = wald / (parts - 1);
  const p = fTail(f, parts - 1, clusters - parts);
  return { f, p, moved: p <= 0.05 };
}
