import { solvePositive } from '../basic/linear.ts';

/**
 * ResidualScale of predictions or outcomes. `share`: yes/no, stated probabilities and means of executions, in [0, 1], with
 * logistic residuals. `number`: any real numbers, with linear residuals.
 */
export type ResidualScale = 'share' | 'number';

/** Penalty .1 / 2 b^2 of every coefficient, the intercept included, on the summed log likelihood. */
const penalty = 0.1;

/** Newton stops below this change of every coefficient. The next step would change them by about its square. */
const tolerance = 1e-5;
const maxSteps = 40;
/** Largest change of a coefficient in one step: without a limit, separable data can make Newton diverge. */
const maxChange = 8;

/** A fitted regression. */
interface RidgeFit {
  /** Intercept first. */
  readonly coefficients: Float64Array;
  /** Expected value of each unit, on the scale of the values. */
  readonly fitted: Float64Array;
}

interface RidgeTarget {
  /** By unit; NaN where missing: such a unit has a fitted value and no weight. */
  readonly values: Float64Array;
  readonly scale: ResidualScale;
  /** Coefficients to start from, such as those of a similar fit; null: zeros. */
  readonly start: Float64Array | null;
}

/** Fits ridge regressions, logistic or linear, by Newton's method. It keeps its buffers between fits. */
export class RidgeRegression {
  readonly #units: number;
  readonly #residual: Float64Array;
  readonly #weight: Float64Array;
  readonly #weighted: Float64Array;

  constructor(units: number) {
    this.#units = units;
    this.#residual = new Float64Array(units);
    this.#weight = new Float64Array(units);
    this.#weighted = new Float64Array(units);
  }

  /** Fits values on an intercept and these columns. */
  fit(columns: readonly Float64Array[], target: RidgeTarget): RidgeFit {
    const size = columns.length + 1;
    const start = target.start?.length === size ? target.start : null;
    const coefficients = start?.slice() ?? new Float64Array(size);
    const fitted = new Float64Array(this.#units);
    const steps = target.scale === 'share' ? maxSteps : 1;
    let isDone = false;
    for (let step = 0; step < steps && !isDone; step += 1) {
      if (start !== null && step === maxSteps / 2) return this.fit(columns, { ...target, start: null });
      this.#predict(columns, coefficients, target.scale, fitted);
      isDone = this.#step(columns, target, coefficients, fitted);
    }
    this.#predict(columns, coefficients, target.scale, fitted);
    return { coefficients, fitted };
  }

  #predict(
    columns: readonly Float64Array[],
    coefficients: Float64Array,
    scale: ResidualScale,
    fitted: Float64Array,
  ): void {
    fitted.fill(coefficients[0] as number);
    for (const [index, column] of columns.entries()) {
      const slope = coefficients[index + 1] as number;
      for (let unit = 0; unit < fitted.length; unit += 1) {
        fitted[unit] = (fitted[unit] as number) + slope * (column[unit] as number);
      }
    }
    if (scale === 'number') return;
    for (let unit = 0; unit < fitted.length; unit += 1) fitted[unit] = 1 / (1 + Math.exp(-(fitted[unit] as number)));
  }

  /** Takes one Newton step; returns whether it was the last one. */
  #step(
    columns: readonly Float64Array[],
    { values, scale }: RidgeTarget,
    coefficients: Float64Array,
    fitted: Float64Array,
  ): boolean {
    const [residual, weight, weighted] = [this.#residual, this.#weight, this.#weighted];
    const size = coefficients.length;
    const hessian = new Float64Array(size * size);
    const gradient = new Float64Array(size);
    for (let unit = 0; unit < this.#units; unit += 1) {
      const [value, expected] = [values[unit] as number, fitted[unit] as number];
      const isRead = !Number.isNaN(value);
      residual[unit] = isRead ? value - expected : 0;
      weight[unit] = isRead ? (scale === 'share' ? expected * (1 - expected) : 1) : 0;
    }
    for (let row = 0; row < size; row += 1) {
      const column = row === 0 ? null : (columns[row - 1] as Float64Array);
      for (let unit = 0; unit < this.#units; unit += 1) {
        weighted[unit] = (weight[unit] as number) * (column === null ? 1 : (column[unit] as number));
      }
      gradient[row] =
        (column === null ? sum(residual) : dot(residual, column)) - penalty * (coefficients[row] as number);
      for (let other = 0; other <= row; other += 1) {
        const cell = other === 0 ? sum(weighted) : dot(weighted, columns[other - 1] as Float64Array);
        hessian[row * size + other] = hessian[other * size + row] = cell + (row === other ? penalty : 0);
      }
    }
    const change = solvePositive(hessian, gradient);
    if (change === null) return true;
    const largest = change.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
    const factor = scale === 'share' && largest > maxChange ? maxChange / largest : 1;
    for (const [index, each] of change.entries()) coefficients[index] = (coefficients[index] as number) + factor * each;
    return largest < tolerance;
  }
}

function sum(values: Float64Array): number {
  let total = 0;
  for (let index = 0; index < values.length; index += 1) total += values[index] as number;
  return total;
}

/** Returns the inner product, with four sums at a time: one sum would wait for each addition. */
function dot(left: Float64Array, right: Float64Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  let index = 0;
  for (; index + 3 < left.length; index += 4) {
    a += (left[index] as number) * (right[index] as number);
    b += (left[index + 1] as number) * (right[index + 1] as number);
    c += (left[index + 2] as number) * (right[index + 2] as number);
    d += (left[index + 3] as number) * (right[index + 3] as number);
  }
  for (; index < left.length; index += 1) a += (left[index] as number) * (right[index] as number);
  return a + b + c + d;
}
