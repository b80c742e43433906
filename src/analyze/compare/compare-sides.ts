import { isBeyondExchange } from '../../stats/beyond-exchange.ts';
import { type BoundsOrReason, type ClusterEstimate, minIntervalClusters, ratioOfSums, shareBounds, tBounds, sumByCluster } from '../../stats/jackknife.ts';
import { ratio, mean } from '../../stats/moments.ts';
import { paired } from '../../stats/paired.ts';
import type { ScorePair } from '../../results/comparison.ts';
import { measured, tooFew } from '../estimates/measure-intervals.ts';

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
 * Returns the scores of A and B over their common units and B minus A by the paired t of `seb compare`, with intervals over
 * clusters, and the units that changed between right and wrong.
 */
export function comparePairs<Unit extends Scored>(
  experiment: string,
  pairs: readonly PairedUnit<Unit>[],
): ComparedSides<Unit> {
  const known = pairs.filter(({ a, b }) => a.score !== null && b.score !== null);
  const names = [...new Set(known.map(({ cluster }) => cluster))];
  const numbers = new Map(names.map((name, index) => [name, index]));
  const places = { cluster: known.map(({ cluster }) => numbers.get(cluster) ?? 0), clusters: names.length };
  const [a, b] = (['a', 'b'] as const).map((side) => known.map((pair) => pair[side].score as number)); // filtered above
  const [one = [], other = []] = [a, b];
  const { value, interval } = paired({ own: other, other: one, ...places, scale: shareScale });
  const isShort = names.length < minIntervalClusters;
  const flips = (from: string, to: string) => {
    const found = pairs.filter(({ a, b }) => a.state === from && b.state === to);
    return { count: found.length, shown: found.slice(0, maxShown).map(({ a, b }) => ({ a, b })) };
  };
  const bounds = isShort ? tooFew() : interval;
  return {
    ...{ experiment, units: known.length, clusters: names.length },
    ...{ a: mean(one), b: mean(other), difference: value },
    intervalA: isShort ? null : scoreInterval(one, places),
    intervalB: isShort ? null : scoreInterval(other, places),
    ...measured(bounds, 'paired t (jackknife over groups)'),
    lost: flips('right', 'wrong'),
    gained: flips('wrong', 'right'),
  };
}

const shareScale = { lowest: 0, highest: 1 } as const;

/** Returns the interval of a mean score in [0, 1]; null where it has none. */
function scoreInterval(
  scores: readonly number[],
  places: { readonly cluster: readonly number[]; readonly clusters: number },
): readonly [number, number] | null {
  const { sums, weights } = sumByCluster([...scores.keys()], { ...places, value: (unit) => scores[unit] ?? 0 });
  const estimate = ratioOfSums(sums, weights);
  const bounds = estimate === null ? null : shareBounds(estimate, scores.length);
  return bounds?.kind === 'known' ? bounds.value : null;
}
