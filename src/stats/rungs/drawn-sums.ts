import { edgeworthTail, logChoose } from '../distributions.ts';
import { convolve, headTo, type Masses, tailFrom, trimmed } from './masses.ts';

/** Whole values of one cell, of which some are drawn without replacement: distinct ones in ascending order, and how often each occurs. */
export interface DrawnValues {
  readonly values: readonly number[];
  readonly counts: readonly number[];
  readonly size: number;
  readonly drawn: number;
  /** Sum of the drawn values, as observed. */
  readonly observed: number;
}

/** Where an observed sum lies among the sums of draws. */
interface DrawnSum {
  /** P(as large or larger), and P(as small or smaller); both include the observed sum. */
  readonly above: number;
  readonly below: number;
  /** P of the largest sum: the smallest p that the test can reach; 0 where it is not computed. */
  readonly smallest: number;
  readonly observed: number;
  readonly expected: number;
  /** Null: p is that of the normal distribution with a correction for skewness. */
  readonly exact: SumMasses | null;
}

/** Distribution of the sum over all cells, and of that of each cell, in steps of `step`; the sum is `base` and the steps of `all`. */
interface SumMasses {
  readonly all: Masses;
  readonly cells: readonly Masses[];
  readonly base: number;
  readonly step: number;
}

/** Standard deviations beyond which a sum of few values has a probability far below 1e-25. */
const support = 12;

/** Number of distinct values up to which a distribution is computed from counts, and not value by value. */
const maxFew = 3;

/** Steps of an exact distribution, over all cells; more take longer than a report may. */
const maxSteps = 1e8;

/**
 * Returns the randomization test of a sum of draws (Fisher 1935, Pitman 1937), summed over cells. Exact by convolution over distinct
 * values and over cells up to 1e8 steps; else the tail of the normal distribution with Edgeworth's term for skewness and a
 * continuity correction (moments of sums without replacement: Cochran 1977, section 2.15).
 */
export function drawnSum(cells: readonly DrawnValues[]): DrawnSum {
  const observed = cells.reduce((sum, cell) => sum + cell.observed, 0);
  const moments = cells.map(momentsOfDraws);
  const expected = moments.reduce((sum, { mean }) => sum + mean, 0);
  const variance = moments.reduce((sum, each) => sum + each.variance, 0);
  const common = { observed, expected };
  if (!(variance > 0)) {
    const fixed: Masses = { first: 0, mass: Float64Array.of(1) };
    const exact = { all: fixed, cells: cells.map(() => fixed), base: observed, step: 1 };
    return { ...common, above: 1, below: 1, smallest: 1, exact };
  }
  const step = stepOf(cells);
  if (stepsTaken(cells, step) > maxSteps) {
    const skewness = moments.reduce((sum, each) => sum + each.third, 0) / variance ** 1.5;
    const tail = (distance: number, skew: number) => edgeworthTail(distance / Math.sqrt(variance), skew);
    return {
      ...common,
      above: tail(observed - expected - step / 2, skewness),
      below: tail(expected - observed - step / 2, -skewness),
      smallest: 0,
      exact: null,
    };
  }
  const own = cells.map((cell) => cellMasses(cell, step));
  const masses = own.map(({ masses: each }) => each);
  const all = masses.reduce(convolve);
  const base = own.reduce((sum, each) => sum + each.base, 0);
  const at = Math.round((observed - base) / step);
  return {
    ...common,
    above: tailFrom(all, at),
    below: headTo(all, at),
    smallest: masses.reduce((product, each) => product * (each.mass.at(-1) ?? 0), 1),
    exact: { all, cells: masses, base, step },
  };
}

/** Returns distinct values in ascending order with their counts, and the sum of those that are drawn. */
export function drawnValues(values: readonly number[], isDrawn: (place: number) => boolean): DrawnValues {
  const byValue = new Map<number, number>();
  let [drawn, observed] = [0, 0];
  for (const [place, value] of values.entries()) {
    byValue.set(value, (byValue.get(value) ?? 0) + 1);
    if (!isDrawn(place)) continue;
    drawn += 1;
    observed += value;
  }
  const sorted = [...byValue].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    values: sorted.map(([value]) => value),
    counts: sorted.map(([, count]) => count),
    ...{ size: values.length, drawn, observed },
  };
}

/** Returns mean, variance and third central moment of a sum of draws. */
function momentsOfDraws({ values, counts, size: n, drawn: k }: DrawnValues) {
  const mean = values.reduce((sum, value, index) => sum + value * ((counts[index] as number) / n), 0);
  let [squares, cubes] = [0, 0];
  for (const [index, value] of values.entries()) {
    squares += (counts[index] as number) * (value - mean) ** 2;
    cubes += (counts[index] as number) * (value - mean) ** 3;
  }
  return {
    mean: k * mean,
    variance: n < 2 || values.length < 2 ? 0 : (k * (n - k) * squares) / (n * (n - 1)),
    third: n < 3 ? 0 : (k * (n - k) * (n - 2 * k) * cubes) / (n * (n - 1) * (n - 2)),
  };
}

/** Returns the largest step that divides all differences of values within a cell. */
function stepOf(cells: readonly DrawnValues[]): number {
  let step = 0;
  for (const { values } of cells) for (const value of values) step = divisor(step, value - (values[0] as number));
  return step;
}

function divisor(a: number, b: number): number {
  let [high, low] = [a, b];
  while (low !== 0) [high, low] = [low, high % low];
  return high;
}

/** Returns the least and the largest sum of `drawn` values, in steps above the lowest value of each. */
function rangeOf({ values, counts }: Pick<DrawnValues, 'values' | 'counts'>, drawn: number, step: number) {
  const sum = (order: readonly number[]) => {
    let [left, total] = [drawn, 0];
    for (const index of order) {
      const taken = Math.min(left, counts[index] as number);
      total += (taken * ((values[index] as number) - (values[0] as number))) / step;
      left -= taken;
    }
    return Math.round(total);
  };
  const order = [...values.keys()];
  return { least: sum(order), most: sum(order.toReversed()) };
}

/** Returns the number of additions that the exact distribution takes, over all cells. */
function stepsTaken(cells: readonly DrawnValues[], step: number): number {
  let [steps, width] = [0, 1];
  for (const cell of cells) {
    const drawn = Math.min(cell.drawn, cell.size - cell.drawn);
    const { least, most } = rangeOf(cell, drawn, step);
    let own = most - least + 1;
    if (cell.values.length <= maxFew) own = Math.min(own, likelyWidth(cell, step));
    else steps += (drawn + 1) * (most + 1) * cell.counts.reduce((sum, count) => sum + Math.min(count, drawn) + 1, 0);
    steps += width * own;
    width += own;
  }
  return steps;
}

/** Returns a number of sums of few values outside which all have a probability far below 1e-25. */
function likelyWidth(cell: DrawnValues, step: number): number {
  return Math.ceil((2 * support * Math.sqrt(momentsOfDraws(cell).variance)) / step) + 1_000;
}

/** A distribution of sums, in steps above `base`. */
interface CellMasses {
  readonly masses: Masses;
  readonly base: number;
}

/** Returns the distribution of the sum of the draws of one cell. Draws the rarer kind: the sum of the others is the total minus it. */
function cellMasses(cell: DrawnValues, step: number): CellMasses {
  const { values, counts, size } = cell;
  const drawn = Math.min(cell.drawn, size - cell.drawn);
  const { least, most } = rangeOf(cell, drawn, step);
  const mass = (values.length > maxFew ? manyValues : fewValues)(cell, { drawn, step, least, most });
  const lowest = drawn * (values[0] as number);
  if (drawn === cell.drawn) return { masses: trimmed({ first: 0, mass }), base: lowest + least * step };
  const total = counts.reduce((sum, count, index) => sum + count * (values[index] as number), 0);
  return { masses: trimmed({ first: 0, mass: mass.toReversed() }), base: total - lowest - most * step };
}

interface Sums {
  readonly drawn: number;
  readonly step: number;
  readonly least: number;
  readonly most: number;
}

/** Returns the probabilities of least, least + 1, ... of up to three values: (multivariate) hypergeometric. */
function fewValues({ values, counts, size }: DrawnValues, { drawn, step, least, most }: Sums): Float64Array {
  const [zeros = 0, halves = 0, ones = 0] = counts;
  const stepsAt = (index: number) => Math.round(((values[index] ?? 0) - (values[0] as number)) / step);
  const [half, one] = [stepsAt(1), stepsAt(2)];
  const all = logChoose(size, drawn);
  const mass = new Float64Array(most - least + 1);
  const [fromHalf, toHalf] = likelyCounts(drawn, halves, size);
  for (let ofHalves = fromHalf; ofHalves <= toHalf; ofHalves += 1) {
    const logHalf = logChoose(halves, ofHalves) - all;
    const [fromOne, toOne] = likelyCounts(drawn - ofHalves, ones, size - halves);
    for (let ofOnes = fromOne; ofOnes <= toOne; ofOnes += 1) {
      const at = (values.length > 1 ? half * ofHalves : 0) + (values.length > 2 ? one * ofOnes : 0) - least;
      const log = logChoose(zeros, drawn - ofHalves - ofOnes) + logHalf + logChoose(ones, ofOnes);
      mass[at] = (mass[at] as number) + Math.exp(log);
    }
  }
  return mass;
}

/** Returns the smallest and largest count of `marked` units among `drawn` of `size`, without what is practically impossible. */
function likelyCounts(drawn: number, marked: number, size: number): readonly [number, number] {
  const low = Math.max(0, drawn - (size - marked));
  const high = Math.min(drawn, marked);
  if (size < 2) return [low, high];
  const mean = (drawn * marked) / size;
  const deviation = Math.sqrt((mean * (1 - marked / size) * (size - drawn)) / (size - 1));
  const reach = support * deviation + 200;
  return [Math.max(low, Math.ceil(mean - reach)), Math.min(high, Math.floor(mean + reach))];
}

/** Returns the probabilities of least, least + 1, ... of any number of values, one value after the other. */
function manyValues({ values, counts, size }: DrawnValues, { drawn, step, least, most }: Sums): Float64Array {
  const width = most + 1;
  let ways = new Float64Array((drawn + 1) * width); // probability of each number drawn so far and each sum of them
  ways[0] = 1;
  let left = size;
  for (const [index, count] of counts.entries()) {
    const next = new Float64Array(ways.length);
    const value = Math.round(((values[index] as number) - (values[0] as number)) / step);
    for (let before = 0; before <= drawn; before += 1) {
      const open = drawn - before;
      const all = logChoose(left, open);
      for (let taken = Math.max(0, open - (left - count)); taken <= Math.min(count, open); taken += 1) {
        const p = Math.exp(logChoose(count, taken) + logChoose(left - count, open - taken) - all);
        const [from, to] = [before * width, (before + taken) * width + taken * value];
        const last = width - taken * value;
        for (let sum = 0; sum < last; sum += 1) {
          const own = ways[from + sum] as number;
          if (own > 0) next[to + sum] = (next[to + sum] as number) + p * own;
        }
      }
    }
    ways = next;
    left -= count;
  }
  return ways.slice(drawn * width + least, drawn * width + most + 1);
}
