import { solvePositive } from './linear.ts';
import { logistic } from './logistic.ts';

interface RidgeRegression {
  /** Standardized regressors, by row. */
  readonly regressors: readonly Float64Array[];
  /** The outcome by row; in [0, 1] for the logistic family. */
  readonly outcome: Float64Array;
  /** The rows that the fit uses. */
  readonly rows: readonly number[];
  /** Penalty: half of it times the sum of all squared coefficients (the constant included) is added to the loss. */
  readonly ridge: number;
  readonly family: 'logistic' | 'normal';
}

const mostSteps = 50;

/**
 * Returns the fitted value of every row, those that the fit does not use included: a probability (logistic regression by
 * Newton's method; the loss is minus the log likelihood) or a mean (linear regression; half the sum of squares). The
 * penalty keeps every coefficient finite, also where all outcomes are equal.
 */
export function ridgeRegression({ regressors, outcome, rows, ridge, family }: RidgeRegression): Float64Array {
  const size = regressors.length + 1;
  const at = (row: number, index: number) => (index === 0 ? 1 : (regressors[index - 1]?.[row] as number));
  const mean = family === 'logistic' ? logistic : (value: number) => value;
  const coefficients = new Float64Array(size);
  const linear = (row: number) => coefficients.reduce((sum, value, index) => sum + value * at(row, index), 0);
  for (let step = 0; step < (family === 'logistic' ? mostSteps : 1); step += 1) {
    const curvature = new Float64Array(size * size);
    const slope = coefficients.map((value) => -ridge * value);
    for (let index = 0; index < size; index += 1) curvature[index * size + index] = ridge;
    for (const row of rows) {
      const fitted = mean(linear(row));
      const weight = family === 'logistic' ? fitted * (1 - fitted) : 1;
      for (let one = 0; one < size; one += 1) {
        slope[one] = (slope[one] as number) + at(row, one) * ((outcome[row] as number) - fitted);
        for (let other = 0; other < size; other += 1) {
          const index = one * size + other;
          curvature[index] = (curvature[index] as number) + weight * at(row, one) * at(row, other);
        }
      }
    }
    const change = solvePositive(curvature, slope);
    if (change === null) break; // two regressors are equal to ten digits
    for (let index = 0; index < size; index += 1)
      coefficients[index] = (coefficients[index] as number) + (change[index] as number);
    if (Math.max(...change.map(Math.abs)) < 1e-9) break;
  }
  return Float64Array.from(outcome, (_, row) => mean(linear(row)));
}
