import { type Known, known, withheld } from '../jackknife.ts';
import {
  convolve,
  criticalSum,
  headTo,
  logChoose,
  type Masses,
  momentsOf,
  tailFrom,
  tilted,
  trimmed,
} from './masses.ts';

/** Yes/no predictions (0 or 1) and outcomes (0, 1/2 or 1) of independent units, and the cell that each is dealt in. */
interface DealtUnits {
  readonly predictions: ArrayLike<number>;
  readonly outcomes: ArrayLike<number>;
  readonly cell: ArrayLike<number>;
}

/** Exact distribution of the number of "yes" outcomes that were predicted, if predictions are shuffled within cells. */
interface YesNoDealing {
  /** P(as many or more), the larger tail with the observed value. */
  readonly above: number;
  /** P(as many or fewer). */
  readonly below: number;
  /** P of the largest value that the counts allow: the smallest p that the test can reach. */
  readonly smallest: number;
  /** Observed value and its expectation, as sums of prediction x outcome. */
  readonly observed: number;
  readonly expected: number;
  /** Returns the smallest sum with P(as large or larger) <= the error; null where the counts allow none. */
  critical(error: number): number | null;
  /**
   * Returns the mean excess of the score over that of a prediction dealt to another unit, at the odds ratio where a sum of at
   * least the critical one has the given power; withheld where the counts allow no critical sum.
   */
  detectable(error: number, power: number): Known<number>;
}

interface Counts {
  readonly said: number;
  /** Units with the outcome 0, 1/2 and 1. */
  readonly levels: readonly [number, number, number];
}

/**
 * Returns Fisher's exact test (1935) with outcomes of 0, 1/2 and 1 (one or two executions): the sum of prediction x outcome
 * given both margins is multivariate hypergeometric in each cell, and the cells are convolved. Each tail includes the
 * observed value.
 */
export function yesNoDealing(units: DealtUnits): YesNoDealing {
  const { cells, observed, perOne } = countCells(units);
  const masses = cells.map((counts) => cellMasses(counts, perOne));
  const all = masses.reduce(convolve, { first: 0, mass: Float64Array.of(1) });
  let smallest = 1;
  for (const [index, counts] of cells.entries()) {
    const own = masses[index] as Masses;
    smallest *= own.mass[largestSum(counts, perOne) - own.first] ?? 0;
  }
  const expected = masses.reduce((sum, each) => sum + momentsOf(each).mean, 0);
  const critical = (error: number) => criticalSum(all, error);
  return {
    above: tailFrom(all, observed),
    below: headTo(all, observed),
    smallest,
    observed: observed / perOne,
    expected: expected / perOne,
    critical: (error) => {
      const sum = critical(error);
      return sum === null ? null : sum / perOne;
    },
    detectable: (error, power) => {
      const sum = critical(error);
      return sum === null
        ? withheld('such a run would usually miss every effect that its counts allow')
        : known(excessAt(tiltOf(all, sum, power), { cells, masses, perOne }));
    },
  };
}

/** Returns the tilt at which P(value >= critical) is the power, by bisection; the probability grows with the tilt. */
function tiltOf(all: Masses, critical: number, power: number): number {
  let [low, high] = [0, 1];
  while (tailFrom(tilted(all, high), critical) < power && high < 1e3) high *= 2;
  for (let round = 0; round < 60; round += 1) {
    const middle = (low + high) / 2;
    if (tailFrom(tilted(all, middle), critical) < power) low = middle;
    else high = middle;
  }
  return high;
}

interface CellDistributions {
  readonly cells: readonly Counts[];
  readonly masses: readonly Masses[];
  readonly perOne: number;
}

/**
 * Returns the mean over the units of 2 (mean sum - P Y / n) / (n - 1), n units of a cell with P predictions and Y outcomes of
 * "yes": score minus the score of predictions that are dealt to other units.
 */
function excessAt(tilt: number, { cells, masses, perOne }: CellDistributions): number {
  let [sum, units] = [0, 0];
  for (const [index, { levels }] of cells.entries()) {
    const n = levels[0] + levels[1] + levels[2];
    if (n < 2) continue;
    const own = masses[index] as Masses;
    sum += ((2 * n) / (n - 1)) * ((momentsOf(tilted(own, tilt)).mean - momentsOf(own).mean) / perOne);
    units += n;
  }
  return units === 0 ? 0 : sum / units;
}

function countCells({ predictions, outcomes, cell }: DealtUnits) {
  const counts = new Map<number, { said: number; levels: [number, number, number] }>();
  let observed = 0;
  for (let unit = 0; unit < predictions.length; unit += 1) {
    const key = cell[unit] as number;
    const own = counts.get(key) ?? { said: 0, levels: [0, 0, 0] };
    counts.set(key, own);
    const level = Math.round(2 * (outcomes[unit] as number)) as 0 | 1 | 2;
    own.levels[level] += 1;
    if (predictions[unit] !== 1) continue;
    own.said += 1;
    observed += level;
  }
  const cells = [...counts.values()];
  const perOne = cells.some(({ levels }) => levels[1] > 0) ? 2 : 1;
  return { cells, observed: (observed / 2) * perOne, perOne };
}

/** Returns the largest sum of outcomes, in steps of 1 / `perOne`, that `said` predictions can have. */
function largestSum({ said, levels: [, halves, ones] }: Counts, perOne: number): number {
  const fullOnes = Math.min(said, ones);
  return perOne * fullOnes + Math.min(said - fullOnes, halves);
}

/** Standard deviations beyond which a hypergeometric count has a probability far below 1e-25. */
const support = 12;

function cellMasses(counts: Counts, perOne: number): Masses {
  const { said, levels } = counts;
  const [zeros, halves, ones] = levels;
  const size = zeros + halves + ones;
  const all = logChoose(size, said);
  const [fromHalf, toHalf] = range(said, halves, size);
  const rest = Math.max(0, said - zeros);
  const least = Math.min(rest, halves) + perOne * Math.max(0, rest - halves);
  const mass = new Float64Array(largestSum(counts, perOne) - least + 1);
  for (let half = fromHalf; half <= toHalf; half += 1) {
    const logHalf = logChoose(halves, half) - all;
    const [fromOne, toOne] = range(said - half, ones, size - halves);
    for (let one = fromOne; one <= toOne; one += 1) {
      const at = half + perOne * one - least;
      const log = logChoose(zeros, said - half - one) + logHalf + logChoose(ones, one);
      mass[at] = (mass[at] as number) + Math.exp(log);
    }
  }
  return trimmed({ first: least, mass });
}

/** Returns the smallest and largest count of `marked` units among `drawn` of `size`, without what is practically impossible. */
function range(drawn: number, marked: number, size: number): readonly [number, number] {
  const low = Math.max(0, drawn - (size - marked));
  const high = Math.min(drawn, marked);
  if (size < 2) return [low, high];
  const mean = (drawn * marked) / size;
  const deviation = Math.sqrt((mean * (1 - marked / size) * (size - drawn)) / (size - 1));
  const reach = support * deviation + 200;
  return [Math.max(low, Math.ceil(mean - reach)), Math.min(high, Math.floor(mean + reach))];
}
