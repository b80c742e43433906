import { type ConditionalFit, type ConditionalTally, sumsOf } from './conditional-logit.ts';
import { chancesGivenSum } from './poisson-binomial.ts';
import { type Control, type CrossDesign, linearPredictor } from './self-access-design.ts';

interface FittedCells {
  readonly design: CrossDesign;
  readonly fit: ConditionalFit;
  /** The tally of all items, to which the model was fitted. */
  readonly totals: ConditionalTally;
  /** Right predictions of each cell, on the items that are neither all right nor all wrong. */
  readonly right: ArrayLike<number>;
}

/**
 * Returns the first-order change of the self coefficient and the controls' due to an item's contribution to the error
 * of controls that are estimated from the items (two-step estimation: Murphy and Topel 1985). Null where no control is
 * estimated. The returned array is reused.
 */
export function controlInfluence(fitted: FittedCells, controls: readonly Control[]) {
  const estimated = controls.flatMap(({ influence }, control) => (influence === null ? [] : [{ influence, control }]));
  if (estimated.length === 0) return null;
  const { cells, columns, self } = fitted.design;
  const coefficients = columns - self;
  const slopes = Array.from({ length: coefficients }, (_, index) => controlSlopes(fitted, self + index));
  const errors = new Float64Array(cells);
  const moved = new Float64Array(coefficients);
  return (item: number): Float64Array => {
    moved.fill(0);
    for (const { influence, control } of estimated) {
      influence(item, errors);
      for (let index = 0; index < coefficients; index += 1) {
        const slope = slopes[index] as Float64Array;
        let sum = moved[index] as number;
        for (let cell = 0; cell < cells; cell += 1) {
          sum += (errors[cell] as number) * (slope[control * cells + cell] as number);
        }
        moved[index] = sum;
      }
    }
    return moved;
  };
}

/**
 * Returns the derivative of a coefficient with respect to each control's value in each cell, at control * cells + cell.
 * The score X'(right
 * - expected) changes by the residual of the cell and, because its log odds change by lambda, by a covariance: a slope of `expected`.
 */
export function controlSlopes({ design, fit, totals, right }: FittedCells, column: number): Float64Array {
  const { cells, columns, self } = design;
  const direction = fit.covariance(column);
  const logOdds = linearPredictor(design, fit.coefficients);
  const change = linearPredictor(design, direction);
  const width = 1e-4 / change.reduce((most, value) => Math.max(most, Math.abs(value)), Number.MIN_VALUE);
  const expectedAt = (step: number) =>
    expectedRight(
      design,
      totals,
      logOdds.map((value, cell) => value + step * (change[cell] as number)),
    );
  const [expected, above, below] = [expectedAt(0), expectedAt(width), expectedAt(-width)];
  const slopes = new Float64Array((columns - self - 1) * cells);
  for (let place = 0; place < slopes.length; place += 1) {
    const cell = place % cells;
    const control = self + 1 + Math.floor(place / cells);
    const residual = (right[cell] as number) - (expected[cell] as number);
    const covariance = ((above[cell] as number) - (below[cell] as number)) / (2 * width);
    slopes[place] = (direction[control] as number) * residual - (fit.coefficients[control] as number) * covariance;
  }
  return slopes;
}

/** Returns the expected right predictions of each cell, given the number of each item. */
function expectedRight(design: CrossDesign, totals: ConditionalTally, logOdds: Float64Array): Float64Array {
  const { cells, columns } = design;
  const sums = sumsOf(design, totals);
  const chances = chancesGivenSum(logOdds, sums);
  return Float64Array.from({ length: cells }, (_, cell) =>
    sums.reduce(
      (total, sum) => total + (totals[columns + sum] as number) * (chances[cell * (cells + 1) + sum] as number),
      0,
    ),
  );
}
