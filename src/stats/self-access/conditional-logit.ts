import { factorPositive, solveFactored, solvePositive } from '../basic/linear.ts';
import { ChancesGivenSums } from './poisson-binomial.ts';
import { type CrossDesign, linearPredictor } from './self-access-design.ts';

/** Sufficient statistics: regressors summed over the right cells, then the number of items by number right (0..cells). */
export type ConditionalTally = Float64Array;

export interface ConditionalFit {
  readonly coefficients: Float64Array;
  /** Returns the first-order change of the coefficients when a tally's items are added once more; these sum to 0. */
  readonly influence: (tally: ConditionalTally) => Float64Array;
  /** Returns a column of the inverse information. */
  readonly covariance: (column: number) => Float64Array;
  /** Returns the model-based standard error of a coefficient; large where the data hardly bound it. */
  readonly standardError: (column: number) => number;
}

/**
 * Precision of a weak normal prior (sd 10 log odds) that keeps the fit finite; negligible for any realistic number of
 * items.
 */
const priorPrecision = 0.01;
const mostRounds = 100;

/** Returns the tally of items; items with all cells right or all wrong carry no information and are excluded. */
export function conditionalTally(design: CrossDesign, items: Iterable<ArrayLike<number>>): ConditionalTally {
  const { cells, columns, values, filled } = design;
  const tally = new Float64Array(columns + cells + 1);
  for (const right of items) {
    const sum = numberRight(cells, right);
    if (sum === 0 || sum === cells) continue;
    tally[columns + sum] = (tally[columns + sum] as number) + 1;
    for (let cell = 0; cell < cells; cell += 1) {
      if (right[cell] === 0) continue;
      const own = filled[cell] as Int32Array;
      for (let index = 0; index < own.length; index += 1) {
        const column = own[index] as number;
        tally[column] = (tally[column] as number) + (values[cell * columns + column] as number);
      }
    }
  }
  return tally;
}

function numberRight(cells: number, right: ArrayLike<number>): number {
  let sum = 0;
  for (let cell = 0; cell < cells; cell += 1) sum += right[cell] as number;
  return sum;
}

/** Returns the number of right items in each cell, excluding items with all cells right or all wrong. */
export function rightByCell(cells: number, items: Iterable<ArrayLike<number>>): Float64Array {
  const counts = new Float64Array(cells);
  for (const right of items) {
    if (numberRight(cells, right) === cells) continue;
    for (let cell = 0; cell < cells; cell += 1) counts[cell] = (counts[cell] as number) + (right[cell] as number);
  }
  return counts;
}

/**
 * Returns the conditional maximum likelihood fit given each item's number right, by Newton's method; null where it does
 * not converge.
 */
export function fitConditional(design: CrossDesign, tally: ConditionalTally): ConditionalFit | null {
  const sums = sumsOf(design, tally);
  const regressors = { design, sums, chances: new ChancesGivenSums(design.cells, sums) };
  let coefficients = new Float64Array(design.columns);
  let information: Float64Array = new Float64Array(0);
  let lastStep = Number.POSITIVE_INFINITY;
  for (let round = 0; round < mostRounds; round += 1) {
    const expected = expectedSums(regressors, coefficients);
    // Near the solution the curvature hardly changes: the expensive part of a round is skipped.
    if (lastStep > 0.05) information = informationAt({ regressors, coefficients, expected, tally });
    const gradient = score(tally, expected, sums);
    for (const [column, value] of coefficients.entries()) {
      gradient[column] = (gradient[column] as number) - priorPrecision * value;
    }
    const step = solvePositive(information, gradient);
    if (step === null) return null;
    lastStep = Math.max(...step.map(Math.abs));
    if (lastStep < 1e-9) return settled({ coefficients, expected, information, sums });
    const share = Math.min(1, 2 / lastStep); // never more than 2 log odds at once
    coefficients = coefficients.map((value, column) => value + share * (step[column] as number));
  }
  return null;
}

interface Settled extends Pick<Place, 'coefficients' | 'expected'>, Pick<Regressors, 'sums'> {
  readonly information: Float64Array;
}

function settled({ coefficients, expected, information, sums }: Settled): ConditionalFit {
  const columns = coefficients.length;
  const lower = factorPositive(information, columns);
  if (lower === null) throw new Error('an information that was solved before cannot be solved again');
  const solved = (right: Float64Array): Float64Array => solveFactored(lower, right);
  const covariance = (column: number): Float64Array => {
    const unit = new Float64Array(columns);
    unit[column] = 1;
    return solved(unit);
  };
  return {
    coefficients,
    influence: (tally) => solved(score(tally, expected, sums)),
    covariance,
    standardError: (column) => Math.sqrt(covariance(column)[column] as number),
  };
}

/** Returns the distinct numbers of right cells that items have; no others are needed. */
export function sumsOf({ cells, columns }: CrossDesign, tally: ConditionalTally): readonly number[] {
  return Array.from({ length: cells + 1 }, (_, sum) => sum).filter((sum) => tally[columns + sum] !== 0);
}

/** Returns observed minus expected regressor sums. */
function score(tally: ConditionalTally, expected: Float64Array, sums: readonly number[]): Float64Array {
  const columns = expected.length / sums.length;
  const difference = tally.slice(0, columns);
  for (let index = 0; index < sums.length; index += 1) {
    const items = tally[columns + (sums[index] as number)] as number;
    if (items === 0) continue;
    for (let column = 0; column < columns; column += 1) {
      difference[column] = (difference[column] as number) - items * (expected[index * columns + column] as number);
    }
  }
  return difference;
}

interface Regressors {
  readonly design: CrossDesign;
  readonly sums: readonly number[];
  /** Probabilities of the cells given each of the sums. */
  readonly chances: ChancesGivenSums;
}

interface Place {
  readonly regressors: Regressors;
  readonly coefficients: Float64Array;
  readonly expected: Float64Array;
  readonly tally: ConditionalTally;
}

/** Returns the information by forward differences of the expected sums (accurate to six digits; the fit needs fewer). */
function informationAt({ regressors, coefficients, expected, tally }: Place): Float64Array {
  const columns = coefficients.length;
  const { sums } = regressors;
  const information = new Float64Array(columns * columns);
  const width = 1e-6;
  const here = score(tally, expected, sums);
  for (let moved = 0; moved < columns; moved += 1) {
    const shifted = Float64Array.from(coefficients);
    shifted[moved] = (shifted[moved] as number) + width;
    const there = score(tally, expectedSums(regressors, shifted), sums);
    for (let row = 0; row < columns; row += 1) {
      const slope = ((here[row] as number) - (there[row] as number)) / width;
      information[row * columns + moved] = slope + (row === moved ? priorPrecision : 0);
    }
  }
  return information;
}

/**
 * Returns expected[index * columns + column]: mean sum of a regressor over the right cells of an item with sums[index]
 * right.
 */
function expectedSums({ design, sums, chances }: Regressors, coefficients: Float64Array): Float64Array {
  const { cells, columns, values, filled } = design;
  const given = chances.of(linearPredictor(design, coefficients));
  const expected = new Float64Array(columns * sums.length);
  for (let cell = 0; cell < cells; cell += 1) {
    const own = filled[cell] as Int32Array;
    for (let index = 0; index < sums.length; index += 1) {
      const chance = given[cell * (cells + 1) + (sums[index] as number)] as number;
      for (let place = 0; place < own.length; place += 1) {
        const column = own[place] as number;
        const entry = index * columns + column;
        expected[entry] = (expected[entry] as number) + (values[cell * columns + column] as number) * chance;
      }
    }
  }
  return expected;
}
