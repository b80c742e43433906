import { isBeyondExchange } from '../../stats/beyond-exchange.ts';
import type { BoundsOrReason } from '../../stats/jackknife.ts';
import { type ClusterEstimate, minIntervalClusters, ratioOfSums, shareBounds, tBounds } from '../../stats/jackknife.ts';
import { ratio } from '../../stats/moments.ts';
import { paired } from '../../stats/paired.ts';

/** A unit that both sides have. */
export interface PairedUnit<Unit extends Scored = Scored> {
  readonly a: Unit;
  readonly b: Unit;
  readonly cluster: string;
}

/** A unit's score, null where it has none, and its state in words: `right`, `wrong`, `mixed`, `missing`. */
interface Scored {
  readonly score: number | null;
  readonly state: string;
}

/** Both scores over the units that both have, each with its interval, and B minus A with its paired interval. */
export interface ScorePair {
  readonly experiment: string;
  readonly units: number;
  readonly clusters: number;
  readonly a: number | null;
  readonly intervalA: [number, number] | null;
  readonly b: number | null;
  readonly intervalB: [number, number] | null;
  readonly difference: number | null;
  readonly interval: [number, number] | null;
  readonly method: string;
}

/** A comparison with the changed units, in their original form. */
export interface ComparedSides<Unit> extends ScorePair {
  readonly lost: Flips<Unit>;
  readonly gained: Flips<Unit>;
}

interface Flips<Unit> {
  readonly count: number;
  readonly shown: { a: Unit; b: Unit }[];
}

const maxShown = 500;
const scale = { lowest: 0, highest: 1 } as const;

/** Sums of a cluster: the scores of A, those of B, and the units that have both. */
type Sums = readonly [a: number, b: number, units: number];

/**
 * Returns the scores of A and B over their common units, each with its jackknife interval over clusters, their mean difference
 * with that of the paired t, and the units that changed between right and wrong.
 */
export function comparePairs<Unit extends Scored>(
  experiment: string,
  pairs: readonly PairedUnit<Unit>[],
): ComparedSides<Unit> {
  const clusters = sumsByCluster(pairs);
  const sum = (column: 0 | 1 | 2) => clusters.reduce((all, own) => all + own[column], 0);
  const units = sum(2);
  const { interval, reason } = differenceOf(pairs, clusters);
  const flips = (from: string, to: string) => {
    const found = pairs.filter(({ a, b }) => a.state === from && b.state === to);
    return { count: found.length, shown: found.slice(0, maxShown).map(({ a, b }) => ({ a, b })) };
  };
  return {
    ...{ experiment, units, clusters: clusters.length },
    ...{ a: ratio(sum(0), units), b: ratio(sum(1), units), difference: ratio(sum(1) - sum(0), units) },
    intervalA: sideInterval(pairs, clusters, 0),
    intervalB: sideInterval(pairs, clusters, 1),
    interval,
    method: interval === null ? `no interval: ${reason}` : 'jackknife over groups of items, t',
    lost: flips('right', 'wrong'),
    gained: flips('wrong', 'right'),
  };
}

function sumsByCluster(pairs: readonly PairedUnit[]): readonly Sums[] {
  const sums = new Map<string, [number, number, number]>();
  for (const { a, b, cluster } of pairs) {
    if (a.score === null || b.score === null) continue;
    const own = sums.get(cluster) ?? [0, 0, 0];
    sums.set(cluster, own);
    own[0] += a.score;
    own[1] += b.score;
    own[2] += 1;
  }
  return [...sums.values()];
}

/** Returns the interval of a side's mean score: Wilson's where all scores are 0 or 1; null where there is none. */
function sideInterval(pairs: readonly PairedUnit[], clusters: readonly Sums[], side: 0 | 1): [number, number] | null {
  const estimate = ratioOfSums(
    clusters.map((own) => own[side]),
    clusters.map(([, , units]) => units),
  );
  if (estimate === null || clusters.length < minIntervalClusters) return null;
  const isGraded = pairs.some(({ a, b }) => ![0, 1, null].includes((side === 0 ? a : b).score));
  return ends(isGraded ? tBounds(estimate, scale) : wilsonBounds(estimate, clusters));
}

function wilsonBounds(estimate: ClusterEstimate, clusters: readonly Sums[]): BoundsOrReason {
  return shareBounds(
    estimate,
    clusters.reduce((all, [, , units]) => all + units, 0),
  );
}

/** Returns the interval of B minus A; null with its reason where there is none. */
function differenceOf(pairs: readonly PairedUnit[], clusters: readonly Sums[]) {
  const count = clusters.length;
  if (count < minIntervalClusters) {
    return { interval: null, reason: `only ${count} ${count === 1 ? 'group' : 'groups'} of items` };
  }
  const numbers = new Map<string, number>();
  const cluster = pairs.map(({ cluster: name }) => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
  const found = paired({
    own: pairs.map(({ b }) => b.score),
    other: pairs.map(({ a }) => a.score),
    ...{ cluster, clusters: numbers.size, scale },
  }).interval;
  if (found.kind === 'withheld') return { interval: null, reason: found.reason };
  const [low, high] = found.value;
  const isClaim = low > 0 || high < 0;
  const exchangeable = clusters.map(([a, b, units]) => ({
    row: Float64Array.from([a, b, units]),
    exchanged: Float64Array.from([b, a, units]),
  }));
  const isWithheld = isClaim && !isBeyondExchange(exchangeable, ([a = 0, b = 0, n = 0]) => ratio(b - a, n));
  return isWithheld
    ? { interval: null, reason: 'too few groups of items differ' }
    : { interval: ends(found), reason: '' };
}

function ends(bounds: BoundsOrReason): [number, number] | null {
  return bounds.kind === 'known' ? [bounds.value[0], bounds.value[1]] : null;
}
