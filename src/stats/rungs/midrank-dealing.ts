import { normalCdf } from '../distributions.ts';
import { convolve, headTo, logChoose, type Masses, tailFrom, trimmed } from './masses.ts';

/** Stated probabilities and outcomes (0 or 1) of independent units, and the cell that each is dealt in. */
interface DealtUnits {
  readonly predictions: ArrayLike<number>;
  readonly outcomes: ArrayLike<number>;
  readonly cell: ArrayLike<number>;
}

/** Distribution of the sum of midranks of the units that came true, if predictions are shuffled within cells. */
interface MidrankDealing {
  /** P(as large or larger), and P(as small or smaller); both include the observed sum. */
  readonly above: number;
  readonly below: number;
  /** The smallest p that the test can reach; 0 where it is not computed. */
  readonly smallest: number;
  /** Sum over the cells of the midranks of the units that came true; lowest rank 1. */
  readonly observed: number;
  readonly expected: number;
  /**
   * Share of the pairs of one cell, one that came true and one that did not, in which the former has the higher prediction;
   * equal ones count one half (Hanley and McNeil 1982). Null without such a pair. Above 1/2 exactly where observed > expected.
   */
  readonly auroc: number | null;
  /** Whether p is exact; else it is that of the normal distribution with a correction for skewness. */
  readonly isExact: boolean;
}

/** The units of one cell: distinct predictions in ascending order, and how many came true. */
interface Cell {
  /** Twice the midrank of each distinct prediction, and its number of units. */
  readonly ranks: readonly number[];
  readonly counts: readonly number[];
  readonly size: number;
  readonly positive: number;
  /** Twice the sum of midranks of the units that came true. */
  readonly observed: number;
}

/** Steps of an exact distribution, over all cells; more take longer than a report may. */
const maxSteps = 1e8;

/**
 * Returns the stratified rank sum test (van Elteren 1960, with equal weights; Wilcoxon 1945): T = the sum, over units that
 * came true, of the midrank of the prediction among all units of the cell. Exact by convolution over distinct predictions and
 * over cells up to 1e8 steps; else the tail of the normal distribution with Edgeworth's term for skewness and a continuity
 * correction (moments of sums without replacement: Cochran 1977, section 2.15).
 */
export function midrankDealing(units: DealtUnits): MidrankDealing {
  const cells = cellsOf(units);
  const observed = cells.reduce((sum, cell) => sum + cell.observed, 0);
  const moments = cells.map(momentsOf);
  const expected = moments.reduce((sum, { mean }) => sum + mean, 0);
  const pairs = cells.reduce((sum, { size, positive }) => sum + positive * (size - positive), 0);
  const wins = observed / 2 - cells.reduce((sum, { positive }) => sum + (positive * (positive + 1)) / 2, 0);
  const common = { observed: observed / 2, expected: expected / 2, auroc: pairs === 0 ? null : wins / pairs };
  const varying = cells.filter((_, index) => (moments[index]?.variance ?? 0) > 0);
  if (varying.length === 0) return { ...common, above: 1, below: 1, smallest: 1, isExact: true };
  const grid = gridOf(varying);
  if (stepsOf(varying, grid) > maxSteps) {
    const variance = moments.reduce((sum, each) => sum + each.variance, 0);
    const third = moments.reduce((sum, each) => sum + each.third, 0);
    const tail = (distance: number, skewness: number) => edgeworthTail(distance / Math.sqrt(variance), skewness);
    const skewness = third / variance ** 1.5;
    return {
      ...common,
      above: tail(observed - expected - grid / 2, skewness),
      below: tail(expected - observed - grid / 2, -skewness),
      smallest: 0,
      isExact: false,
    };
  }
  const fixed = cells.filter((cell) => !varying.includes(cell)).reduce((sum, cell) => sum + cell.observed, 0);
  const masses = varying.map((cell) => cellMasses(cell, grid));
  const all = masses.map(({ masses: own }) => own).reduce(convolve);
  const base = masses.reduce((sum, each) => sum + each.base, fixed);
  const at = Math.round((observed - base) / grid);
  return {
    ...common,
    above: tailFrom(all, at),
    below: headTo(all, at),
    smallest: masses.reduce((product, { masses: own }) => product * (own.mass.at(-1) ?? 0), 1),
    isExact: true,
  };
}

function cellsOf({ predictions, outcomes, cell }: DealtUnits): readonly Cell[] {
  const units = Map.groupBy(Array.from({ length: predictions.length }).keys(), (unit) => cell[unit] as number);
  return [...units.values()].map((own): Cell => {
    const byValue = Map.groupBy(own, (unit) => predictions[unit] as number);
    const values = [...byValue.keys()].sort((a, b) => (a < b ? -1 : 1));
    const [ranks, counts]: [number[], number[]] = [[], []];
    let [below, positive, observed] = [0, 0, 0];
    for (const value of values) {
      const same = byValue.get(value) as readonly number[]; // a key of the map
      const rank = 2 * below + same.length + 1;
      const right = same.filter((unit) => outcomes[unit] === 1).length;
      ranks.push(rank);
      counts.push(same.length);
      below += same.length;
      positive += right;
      observed += rank * right;
    }
    return { ranks, counts, size: own.length, positive, observed };
  });
}

/** Returns mean, variance and third central moment of a sum of `positive` of the cell's doubled midranks. */
function momentsOf({ ranks, counts, size: n, positive: k }: Cell) {
  const mean = n + 1;
  let [squares, cubes] = [0, 0];
  for (const [index, rank] of ranks.entries()) {
    squares += (counts[index] as number) * (rank - mean) ** 2;
    cubes += (counts[index] as number) * (rank - mean) ** 3;
  }
  return {
    mean: k * mean,
    variance: n < 2 ? 0 : (k * (n - k) * squares) / (n * (n - 1)),
    third: n < 3 ? 0 : (k * (n - k) * (n - 2 * k) * cubes) / (n * (n - 1) * (n - 2)),
  };
}

/** Returns P(Z >= z) of a standardized value with a skewness, by the first term of Edgeworth's series, in [0, 1]. */
function edgeworthTail(z: number, skewness: number): number {
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  const p = normalCdf(-z) + (skewness / 6) * (z * z - 1) * density;
  return Math.min(1, Math.max(Number.MIN_VALUE, p));
}

/** Returns the largest step that divides all differences of doubled midranks within a cell. */
function gridOf(cells: readonly Cell[]): number {
  let step = 0;
  for (const { ranks } of cells) for (const rank of ranks) step = divisor(step, rank - (ranks[0] as number));
  return step;
}

function divisor(a: number, b: number): number {
  let [high, low] = [a, b];
  while (low !== 0) [high, low] = [low, high % low];
  return high;
}

/** Returns the least and the largest sum of `drawn` ranks, in steps above the lowest rank of each. */
function rangeOf({ ranks, counts }: Pick<Cell, 'ranks' | 'counts'>, drawn: number, step: number) {
  const sum = (order: readonly number[]) => {
    let [left, total] = [drawn, 0];
    for (const index of order) {
      const taken = Math.min(left, counts[index] as number);
      total += (taken * ((ranks[index] as number) - (ranks[0] as number))) / step;
      left -= taken;
    }
    return Math.round(total);
  };
  const order = [...ranks.keys()];
  return { least: sum(order), most: sum(order.toReversed()) };
}

/** Returns the number of additions that the exact distribution takes, over all cells. */
function stepsOf(cells: readonly Cell[], step: number): number {
  let [steps, width] = [0, 1];
  for (const cell of cells) {
    const drawn = Math.min(cell.positive, cell.size - cell.positive);
    const { least, most } = rangeOf(cell, drawn, step);
    const taken = cell.counts.reduce((sum, count) => sum + Math.min(count, drawn) + 1, 0);
    const own = most - least + 1;
    steps += (drawn + 1) * (most + 1) * taken + width * own;
    width += own;
  }
  return steps;
}

/**
 * Returns the distribution of the sum of `positive` of the doubled midranks, in steps above `base`. Draws the rarer kind: the
 * sum of the others is the total minus it.
 */
function cellMasses(cell: Cell, step: number): { readonly masses: Masses; readonly base: number } {
  const { ranks, counts, size, positive } = cell;
  const drawn = Math.min(positive, size - positive);
  const { least, most } = rangeOf(cell, drawn, step);
  const width = most + 1;
  let ways = new Float64Array((drawn + 1) * width); // probability of each number drawn so far and each sum of them
  ways[0] = 1;
  let left = size;
  for (const [index, count] of counts.entries()) {
    const next = new Float64Array(ways.length);
    const rank = Math.round(((ranks[index] as number) - (ranks[0] as number)) / step);
    for (let before = 0; before <= drawn; before += 1) {
      const open = drawn - before;
      const all = logChoose(left, open);
      for (let taken = Math.max(0, open - (left - count)); taken <= Math.min(count, open); taken += 1) {
        const p = Math.exp(logChoose(count, taken) + logChoose(left - count, open - taken) - all);
        const [from, to] = [before * width, (before + taken) * width + taken * rank];
        const last = width - taken * rank;
        for (let sum = 0; sum < last; sum += 1) {
          const own = ways[from + sum] as number;
          if (own > 0) next[to + sum] = (next[to + sum] as number) + p * own;
        }
      }
    }
    ways = next;
    left -= count;
  }
  const mass = ways.slice(drawn * width + least, drawn * width + most + 1);
  const total = counts.reduce((sum, count, index) => sum + count * (ranks[index] as number), 0);
  const lowest = drawn * (ranks[0] as number);
  return drawn === positive
    ? { masses: trimmed({ first: 0, mass }), base: lowest + least * step }
    : { masses: trimmed({ first: 0, mass: mass.toReversed() }), base: total - lowest - most * step };
}
