/** Difference of two means that counts as none. */
const equal = 1e-9;

/** Predictions and outcomes as numbers, the cell that each prediction is dealt in, and the cluster. */
interface FloorUnits {
  readonly predictions: ArrayLike<number>;
  readonly outcomes: ArrayLike<number>;
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
 * outcomes are often alike by chance, t then sees no variance, and its p is far too small. With others k = 0, 1, ... of m clusters of a
 * cell of n units, each on one side, and c_k units with an outcome at least as far on that side, c_0 <= c_1 <= ...: the probability that
 * others drawn without replacement all lie as far, prod (c_k - k) / (n - k), multiplied over cells and sides; a lower bound of
 * the p of a permutation of clusters. One where nothing varies.
 */
export function chanceFloor({ predictions, outcomes, cell, cluster }: FloorUnits): ChanceFloor {
  const floor = { above: 1, below: 1, smallest: 1 };
  for (const places of Map.groupBy(cluster.keys(), (at) => cell[at] as number).values()) {
    const sorted = places.map((at) => outcomes[at] as number).toSorted((a, b) => a - b);
    const common = commonest(places.map((at) => predictions[at] as number));
    const others = Map.groupBy(
      places.filter((at) => predictions[at] !== common),
      (at) => cluster[at] as number,
    );
    const sides = { higher: [] as number[], lower: [] as number[] };
    for (const own of others.values()) {
      const mean = (values: ArrayLike<number>) => own.reduce((sum, at) => sum + (values[at] as number), 0) / own.length;
      sides[mean(predictions) > common ? 'higher' : 'lower'].push(mean(outcomes));
    }
    const [lowest = 0, highest = 0] = [sorted[0], sorted.at(-1)];
    const atMost = (value: number) => countWhile(sorted, (outcome) => outcome <= value + equal);
    const atLeast = (value: number) => sorted.length - countWhile(sorted, (outcome) => outcome < value - equal);
    const all = (counts: readonly number[]) => probabilityOfAll(counts, sorted.length);
    floor.above *= all(sides.lower.map(atMost)) * all(sides.higher.map(atLeast));
    floor.below *= all(sides.lower.map(atLeast)) * all(sides.higher.map(atMost));
    floor.smallest *= all(sides.lower.map(() => atMost(lowest))) * all(sides.higher.map(() => atLeast(highest)));
  }
  return floor;
}

/** Returns how many of the first values hold; those that hold come first. */
function countWhile(sorted: readonly number[], holds: (value: number) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(sorted[middle] as number)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function commonest(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [[value] = [0]] = [...counts].toSorted(([a, one], [b, other]) => other - one || a - b);
  return value;
}

/** Returns the probability that draws without replacement from n all fall into nested sets of these sizes. */
function probabilityOfAll(sizes: readonly number[], n: number): number {
  return sizes
    .toSorted((a, b) => a - b)
    .reduce((product, size, drawn) => product * Math.max(0, (size - drawn) / (n - drawn)), 1);
}
