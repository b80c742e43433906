import type { Interval } from '../../stats/intervals.ts';
import { ratio } from '../../stats/moments.ts';
import { isBeyondExchange } from '../../stats/resampling/beyond-exchange.ts';
import { clusterBootstrap } from '../../stats/resampling/bootstrap.ts';

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

const level = 0.95;
const maxShown = 500;

/**
 * Returns the scores of A and B over their common units and their mean difference, with bootstrap intervals over
 * clusters, and the units that changed between right and wrong.
 */
export function comparePairs<Unit extends Scored>(
  experiment: string,
  pairs: readonly PairedUnit<Unit>[],
  seed: number,
): ComparedSides<Unit> {
  const tallies = new Map<string, Float64Array>();
  for (const { a, b, cluster } of pairs) {
    if (a.score === null || b.score === null) continue;
    const tally = tallies.get(cluster) ?? new Float64Array(3);
    tallies.set(cluster, tally);
    tally[0] = (tally[0] ?? 0) + a.score;
    tally[1] = (tally[1] ?? 0) + b.score;
    tally[2] = (tally[2] ?? 0) + 1;
  }
  const clusters = [...tallies.values()];
  const sum = (column: number) => clusters.reduce((all, tally) => all + (tally[column] ?? 0), 0);
  const units = sum(2);
  const intervalOf = (value: (a: number, b: number, n: number) => number | null) =>
    clusterBootstrap({ ...{ clusters, seed, level }, value: ([a = 0, b = 0, n = 0]) => value(a, b, n) });
  const drawn = intervalOf((a, b, n) => ratio(b - a, n));
  const isClaim = drawn !== null && (drawn.low > 0 || drawn.high < 0);
  const isWithheld =
    isClaim &&
    !isBeyondExchange(
      clusters.map((row) => ({ row, exchanged: Float64Array.from([row[1] ?? 0, row[0] ?? 0, row[2] ?? 0]) })),
      ([a = 0, b = 0, n = 0]) => ratio(b - a, n),
    );
  const interval = isWithheld ? null : drawn;
  const flips = (from: string, to: string) => {
    const found = pairs.filter(({ a, b }) => a.state === from && b.state === to);
    return { count: found.length, shown: found.slice(0, maxShown).map(({ a, b }) => ({ a, b })) };
  };
  return {
    ...{ experiment, units, clusters: clusters.length },
    ...{ a: ratio(sum(0), units), b: ratio(sum(1), units), difference: ratio(sum(1) - sum(0), units) },
    intervalA: ends(intervalOf((a, _, n) => ratio(a, n))),
    intervalB: ends(intervalOf((_, b, n) => ratio(b, n))),
    interval: ends(interval),
    method: isWithheld
      ? 'no interval: too few groups of items differ'
      : interval === null
        ? `no interval: only ${clusters.length} ${clusters.length === 1 ? 'group' : 'groups'} of items`
        : `${interval.method}, seed ${seed}`,
    lost: flips('right', 'wrong'),
    gained: flips('wrong', 'right'),
  };
}

function ends(interval: Interval | null): [number, number] | null {
  return interval === null ? null : [interval.low, interval.high];
}
