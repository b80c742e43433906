import { type Known, known, withheld } from '../jackknife.ts';
import { type DrawnValues, drawnSum, drawnValues } from './drawn-sums.ts';
import { criticalSum, type Masses, momentsOf, tailFrom, tilted } from './masses.ts';

/** Yes/no predictions (0 or 1) and outcomes (shares of executions) of independent units, and the cell that each is dealt in. */
interface DealtUnits {
  readonly predictions: ArrayLike<number>;
  readonly outcomes: ArrayLike<number>;
  readonly cell: ArrayLike<number>;
}

/** Distribution of the number of "yes" outcomes that were predicted, if predictions are shuffled within cells. */
interface YesNoDealing {
  /** P(as many or more), the larger tail with the observed value. */
  readonly above: number;
  /** P(as many or fewer). */
  readonly below: number;
  /** P of the largest value that the counts allow: the smallest p that the test can reach; 0 where it is not computed. */
  readonly smallest: number;
  /** Observed value and its expectation, as sums of prediction x outcome. */
  readonly observed: number;
  readonly expected: number;
  /** Returns the smallest sum with P(as large or larger) <= the error; null where the counts allow none, or p is not exact. */
  critical(error: number): number | null;
  /**
   * Returns the mean excess of the score over that of a prediction dealt to another unit, at the odds ratio where a sum of at
   * least the critical one has the given power; withheld where the counts allow no critical sum. Null where p is not exact.
   */
  detectable(error: number, power: number): Known<number> | null;
}

/**
 * Returns the exact test of fit of single yes/no units: the sum of prediction x outcome, given the predictions and the outcomes of
 * each cell. With one execution Fisher's (1935): hypergeometric. With several, outcomes are shares, and it is Pitman's (1937)
 * randomization test of two samples, of rounded shares where the executions of the units have no small common multiple: the normal
 * tail would be far too small where few units are predicted "yes".
 */
export function yesNoDealing(units: DealtUnits): YesNoDealing {
  const perOne = denominator(units.outcomes);
  const cells = cellsOf(units, perOne);
  const { above, below, smallest, observed, expected, exact } = drawnSum(cells);
  const common = { above, below, smallest, observed: observed / perOne, expected: expected / perOne };
  if (exact === null) return { ...common, critical: () => null, detectable: () => null };
  const { all, base, step } = exact;
  return {
    ...common,
    critical: (error) => {
      const sum = criticalSum(all, error);
      return sum === null ? null : (base + step * sum) / perOne;
    },
    detectable: (error, power) => {
      const sum = criticalSum(all, error);
      return sum === null
        ? withheld('such a run would usually miss every effect that its counts allow')
        : known(excessAt(tiltOf(all, sum, power), { cells, masses: exact.cells, perStep: step / perOne }));
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
  readonly cells: readonly DrawnValues[];
  readonly masses: readonly Masses[];
  /** Outcomes of "yes" in one step of the distributions. */
  readonly perStep: number;
}

/**
 * Returns the mean over the units of 2 (mean sum - P Y / n) / (n - 1), n units of a cell with P predictions and Y outcomes of
 * "yes": score minus the score of predictions that are dealt to other units.
 */
function excessAt(tilt: number, { cells, masses, perStep }: CellDistributions): number {
  let [sum, units] = [0, 0];
  for (const [index, { size: n }] of cells.entries()) {
    if (n < 2) continue;
    const own = masses[index] as Masses;
    sum += ((2 * n) / (n - 1)) * (momentsOf(tilted(own, tilt)).mean - momentsOf(own).mean) * perStep;
    units += n;
  }
  return units === 0 ? 0 : sum / units;
}

/** Returns the outcomes of each cell, rounded to whole steps of 1 / `perOne`, from which those predicted "yes" are drawn. */
function cellsOf({ predictions, outcomes, cell }: DealtUnits, perOne: number): readonly DrawnValues[] {
  const units = Map.groupBy(Array.from({ length: predictions.length }).keys(), (unit) => cell[unit] as number);
  return [...units.values()].map((own) =>
    drawnValues(
      own.map((unit) => Math.round((outcomes[unit] as number) * perOne)),
      (place) => predictions[own[place] as number] === 1,
    ),
  );
}

/** Largest denominator that is looked for: that of shares of up to ten executions of which some are lost. */
const maxDenominator = 2_520;

/** Returns the smallest number that makes all shares whole; 2,520 where none up to it does, so that shares are rounded to it. */
function denominator(shares: ArrayLike<number>): number {
  let common = 1;
  for (const share of new Set(Array.from(shares))) {
    const isWhole = (steps: number) => isNearWhole(share * common * steps);
    let steps = 1;
    while (!isWhole(steps) && common * steps <= maxDenominator) steps += 1;
    if (common * steps > maxDenominator) return maxDenominator;
    common *= steps;
  }
  return common;
}

/** Whether a value is whole but for the error of its arithmetic. */
function isNearWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-6;
}
