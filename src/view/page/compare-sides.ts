import { ratio } from '../../stats/basic/moments.ts';
import { clusterBootstrap } from '../../stats/resampling/bootstrap.ts';
import type { ComparePage, ItemView } from '../contract/contract-items.ts';

/** A unit that both sides have. */
export interface PairedUnit<Unit extends Scored = Scored> {
  readonly a: Unit;
  readonly b: Unit;
  readonly cluster: string;
}

type Scored = Pick<ItemView, 'score' | 'state'>;

/** A comparison with the changed units, in their original form. */
interface Compared<Unit> extends Omit<ComparePage, 'lost' | 'gained'> {
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
 * Returns the mean difference of the scores of B and A over their common units, with a bootstrap interval over
 * clusters, and the units that changed between right and wrong.
 */
export function comparePairs<Unit extends Scored>(
  experiment: string,
  pairs: readonly PairedUnit<Unit>[],
  seed: number,
): Compared<Unit> {
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
  const interval = clusterBootstrap({
    ...{ clusters, seed, level },
    value: ([a = 0, b = 0, n = 0]) => ratio(b - a, n),
  });
  const flips = (from: ItemView['state'], to: ItemView['state']) => {
    const found = pairs.filter(({ a, b }) => a.state === from && b.state === to);
    return { count: found.length, shown: found.slice(0, maxShown).map(({ a, b }) => ({ a, b })) };
  };
  return {
    ...{ experiment, units, clusters: clusters.length },
    ...{ a: ratio(sum(0), units), b: ratio(sum(1), units), difference: ratio(sum(1) - sum(0), units) },
    interval: interval === null ? null : [interval.low, interval.high],
    method:
      interval === null
        ? `no interval: only ${clusters.length} ${clusters.length === 1 ? 'group' : 'groups'} of items`
        : `${interval.method}, seed ${seed}`,
    lost: flips('right', 'wrong'),
    gained: flips('wrong', 'right'),
  };
}
