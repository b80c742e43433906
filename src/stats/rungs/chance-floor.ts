import type { AnswerKind } from './answer-kind.ts';

/** Difference of two means that counts as none. */
const equal = 1e-9;

/** Gains that are looked at in one cell, at most; without a floor beyond, where so many differ that it would be next to nothing. */
const maxGains = 1e7;

/** Predictions and outcomes, the cell that each prediction is dealt in, and the cluster. */
interface FloorUnits<P, Y> {
  readonly kind: Pick<AnswerKind<P, Y>, 'score' | 'predictionKey' | 'outcomeKey'>;
  readonly predictions: readonly P[];
  readonly outcomes: readonly Y[];
  readonly cell: ArrayLike<number>;
  readonly cluster: readonly number[];
}

/** Probabilities that dealt predictions agree, or disagree, as far as these do; `smallest`: that they agree fully. */
interface ChanceFloor {
  readonly above: number;
  readonly below: number;
  readonly smallest: number;
}

/**
 * Returns what the p of t cannot be below: where few clusters have another prediction than the commonest one of their cell, all of their
 * outcomes are often alike by chance, t then sees no variance, and its p is far too small. The gain of a cluster is the score of its
 * other predictions minus that of the commonest one. With others k = 0, 1, ... of a cell of n units, of whose outcomes c_k give the k-th
 * other at least its gain, c_0 <= c_1 <= ...: if outcomes are drawn without replacement, all others gain as much with a probability
 * of at least prod (c_k - k) / (n - k), multiplied over cells; a lower bound of the p of a permutation of clusters. One where
 * nothing varies.
 */
export function chanceFloor<P, Y>(units: FloorUnits<P, Y>): ChanceFloor {
  const floor = { above: 1, below: 1, smallest: 1 };
  for (const places of Map.groupBy(units.cluster.keys(), (at) => units.cell[at] as number).values()) {
    const others = gainsOfOthers(units, places);
    const all = (count: (other: OtherGains) => number) => probabilityOfAll(others?.map(count), places.length);
    floor.above *= all(({ own, counts }) => countWhere(counts, (gain) => gain >= own - equal));
    floor.below *= all(({ own, counts }) => countWhere(counts, (gain) => gain <= own + equal));
    floor.smallest *= all(({ counts }) => {
      const most = counts.reduce((highest, { gain }) => Math.max(highest, gain), Number.NEGATIVE_INFINITY);
      return countWhere(counts, (gain) => gain >= most - equal);
    });
  }
  return floor;
}

/** The gain of one other cluster, and what it would gain with each outcome of the cell. */
interface OtherGains {
  readonly own: number;
  readonly counts: readonly { readonly gain: number; readonly count: number }[];
}

/** Returns the gains of the clusters with another prediction than the commonest; null where these are too many to look up. */
function gainsOfOthers<P, Y>(units: FloorUnits<P, Y>, places: readonly number[]): readonly OtherGains[] | null {
  const { kind, cluster } = units;
  const prediction = (at: number) => units.predictions[at] as P;
  const outcome = (at: number) => units.outcomes[at] as Y;
  const common = commonest(places.map((at) => ({ value: prediction(at), key: kind.predictionKey(prediction(at)) })));
  const outcomes = [...Map.groupBy(places, (at) => kind.outcomeKey(outcome(at))).values()];
  const gain = (at: number, y: Y) => kind.score(prediction(at), y) - kind.score(common.value, y);
  const byCluster = Map.groupBy(
    places.filter((at) => kind.predictionKey(prediction(at)) !== common.key),
    (at) => cluster[at] as number,
  );
  const known = new Map<string, OtherGains['counts']>();
  const gains: OtherGains[] = [];
  for (const own of byCluster.values()) {
    const mean = (value: (at: number) => number) => own.reduce((sum, at) => sum + value(at), 0) / own.length;
    const key = own.map((at) => kind.predictionKey(prediction(at))).join('\u0000');
    if (gains.length * outcomes.length > maxGains) return null;
    const counts =
      known.get(key) ??
      outcomes.map((same) => ({ gain: mean((at) => gain(at, outcome(same[0] as number))), count: same.length }));
    known.set(key, counts);
    gains.push({ own: mean((at) => gain(at, outcome(at))), counts });
  }
  return gains;
}

function countWhere(counts: OtherGains['counts'], holds: (gain: number) => boolean): number {
  return counts.reduce((sum, { gain, count }) => sum + (holds(gain) ? count : 0), 0);
}

function commonest<P>(values: readonly { readonly value: P; readonly key: string | number }[]) {
  const groups = [...Map.groupBy(values, ({ key }) => key).values()].map((same) => ({
    ...(same[0] as (typeof values)[0]),
    count: same.length,
  }));
  const [first] = groups.toSorted((one, other) => other.count - one.count || (one.key < other.key ? -1 : 1));
  if (first === undefined) throw new RangeError('a cell without units');
  return first;
}

/** Returns the probability that draws without replacement from n all fall into nested sets of these sizes; 0 where these are not known. */
function probabilityOfAll(sizes: readonly number[] | undefined, n: number): number {
  if (sizes === undefined) return 0;
  return sizes
    .toSorted((a, b) => a - b)
    .reduce((product, size, drawn) => product * Math.max(0, (size - drawn) / (n - drawn)), 1);
}
