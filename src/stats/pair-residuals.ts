/** Predictions and outcomes of one model on the units of a row; NaN where a value is missing or was not asked. */
export interface ModelUnits {
  readonly name: string;
  /** Relatives (one maker, or declared) share a number. */
  readonly family: number;
  readonly prediction: Float64Array;
  /** Mean of the executions that were read. */
  readonly outcome: Float64Array;
  /** Cell of each unit: part of the calls and stratum, numbered from 0; null for one cell. */
  readonly cell: Int32Array | null;
  /** 1 where the unit was asked, 0 where not yet; null: all units were asked. A missing value counts only where asked. */
  readonly asked: Uint8Array | null;
}

/** All models of one task and condition, on the same units. */
export interface ReferenceRow {
  readonly models: readonly ModelUnits[];
  /** Cluster of each unit, numbered from 0 without gaps. */
  readonly cluster: Int32Array;
  readonly scale: { readonly prediction: ResidualScale; readonly outcome: ResidualScale };
}

/** Values of one side of one model, as the fits use them. */
interface Side {
  /** By unit; NaN where missing. Numbers are centered, so that the ridge on the intercept does not depend on their zero. */
  readonly values: Float64Array;
  /** Standardized; 0 where missing. */
  readonly standard: Float64Array;
  /** 1 / standard deviation of the values that were read; 0 where they do not vary, so that nothing is left to explain. */
  readonly precision: number;
  /** The lowest and highest value that a missing place could have. */
  readonly range: readonly [low: number, high: number];
}

/** Residuals of a prediction and of an outcome, by unit, in standard deviations of their raw values; NaN where missing. */
export interface ResidualPair {
  readonly prediction: Residuals;
  readonly outcome: Residuals;
}

/** Residuals of one side of one model, and what each unit would have at its extreme values. */
export interface Residuals {
  readonly values: Float64Array;
  /** Residual of a unit, were its value `low` or `high` (the extremes of the side's range). */
  readonly extremes: (unit: number) => readonly [low: number, high: number];
}

/**
 * Residuals of predictions and outcomes on what the other models tell. For a pair (i, j): the first axis of the outcomes
 * and the first axis of the predictions of all models that are relatives of neither i nor j (loadings of at least 0,
 * standardized scores). What is left is
 * centered within the cells (part and stratum) of the side's own model.
 */
export class PairResiduals {
  readonly predictions: readonly Side[];
  readonly outcomes: readonly Side[];
  readonly #row: ReferenceRow;
  readonly #regression: RidgeRegression;
  /** Correlations of all outcomes, then all predictions, over the units where both are read. */
  readonly #correlation: Float64Array;
  readonly #cells: readonly Int32Array[];
  readonly #starts = new Map<Side, Float64Array>();
  #factors: { readonly pair: string; readonly columns: readonly Float64Array[] } | null = null;

  constructor(row: ReferenceRow) {
    const { models, cluster, scale } = row;
    this.#row = row;
    this.#regression = new RidgeRegression(cluster.length);
    this.predictions = models.map(({ prediction }) => sideOf(prediction, scale.prediction));
    this.outcomes = models.map(({ outcome }) => sideOf(outcome, scale.outcome));
    this.#correlation = correlations([...this.outcomes, ...this.predictions]);
    this.#cells = models.map(({ cell }) => cell ?? new Int32Array(cluster.length));
  }

  /** Returns the correlation of two models' outcomes. */
  outcomeCorrelation(i: number, j: number): number {
    return this.#correlation[i * 2 * this.#row.models.length + j] as number;
  }

  /** Returns the residuals of the prediction of model i and of the outcome of model j. */
  of(i: number, j: number): ResidualPair {
    const factors = this.#factorsFor(i, j);
    const { prediction, outcome } = this.#row.scale;
    return {
      prediction: this.#residuals(this.predictions[i] as Side, { factors, model: i, scale: prediction }),
      outcome: this.#residuals(this.outcomes[j] as Side, { factors, model: j, scale: outcome }),
    };
  }

  #residuals(side: Side, { factors, model, scale }: FittedSide): Residuals {
    const start = this.#starts.get(side) ?? null;
    const { coefficients, fitted } = this.#regression.fit(factors, { values: side.values, scale, start });
    this.#starts.set(side, coefficients);
    const raw = (value: number, unit: number) => (value - (fitted[unit] as number)) * side.precision;
    const cell = this.#cells[model] as Int32Array;
    const values = side.values.map(raw);
    const means = cellMeans(values, cell);
    const residual = (value: number, unit: number) => raw(value, unit) - (means[cell[unit] as number] as number);
    for (let unit = 0; unit < values.length; unit += 1) values[unit] = residual(side.values[unit] as number, unit);
    return {
      values,
      extremes: (unit) => [residual(side.range[0], unit), residual(side.range[1], unit)],
    };
  }

  /** Returns the factors for a pair; (i, j) and (j, i) have the same. */
  #factorsFor(i: number, j: number): readonly Float64Array[] {
    const pair = `${Math.min(i, j)} ${Math.max(i, j)}`;
    if (this.#factors?.pair === pair) return this.#factors.columns;
    const { models } = this.#row;
    const families = [models[i]?.family, models[j]?.family];
    const others = [...models.keys()].filter((each) => !families.includes(models[each]?.family));
    const columns =
      others.length === 0
        ? []
        : [this.#factor(this.outcomes, others, 0), this.#factor(this.predictions, others, models.length)];
    this.#factors = { pair, columns };
    return columns;
  }

  #factor(sides: readonly Side[], others: readonly number[], offset: number): Float64Array {
    const size = 2 * this.#row.models.length;
    const loadings = firstAxis((a, b) => this.#correlation[(a + offset) * size + b + offset] as number, others);
    const scores = new Float64Array(this.#row.cluster.length);
    for (const [index, model] of others.entries()) {
      const loading = loadings[index] as number;
      const { standard } = sides[model] as Side;
      if (loading <= 0) continue;
      for (let unit = 0; unit < scores.length; unit += 1) {
        scores[unit] = (scores[unit] as number) + loading * (standard[unit] as number);
      }
    }
    return standardized(scores, scores);
  }
}

function sideOf(raw: Float64Array, scale: ResidualScale): Side {
  const moments = momentsOf(raw);
  const { mean, deviation } = moments;
  const values = scale === 'share' ? raw : raw.map((value) => value - mean);
  const range = scale === 'share' ? ([0, 1] as const) : extremesOf(values);
  return { values, standard: standardized(raw), precision: varies(moments) ? 1 / deviation : 0, range };
}

function extremesOf(values: Float64Array): readonly [low: number, high: number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : [0, 0];
}

interface Moments {
  readonly mean: number;
  readonly deviation: number;
}

/** Returns whether values differ by more than the round-off of their mean. */
function varies({ mean, deviation }: Moments): boolean {
  return deviation > 1e-9 * Math.max(1, Math.abs(mean));
}

/** Returns mean and standard deviation (divisor n) of the values that were read. */
function momentsOf(values: Float64Array): Moments {
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    count += 1;
    sum += value;
  }
  const mean = sum / (count || 1);
  for (const value of values) if (!Number.isNaN(value)) squares += (value - mean) ** 2;
  return { mean, deviation: Math.sqrt(squares / (count || 1)) };
}

/**
 * Returns values with mean 0 and standard deviation 1; 0 where missing, and everywhere if they do not vary. Writes them into
 * `target`, which may be the values themselves.
 */
function standardized(values: Float64Array, target = new Float64Array(values.length)): Float64Array {
  const moments = momentsOf(values);
  const { mean, deviation } = moments;
  const isConstant = !varies(moments);
  for (let unit = 0; unit < values.length; unit += 1) {
    const value = values[unit] as number;
    target[unit] = Number.isNaN(value) || isConstant ? 0 : (value - mean) / deviation;
  }
  return target;
}

function correlations(sides: readonly Side[]): Float64Array {
  const size = sides.length;
  const cells = new Float64Array(size * size);
  for (const [a, left] of sides.entries()) {
    for (let b = 0; b <= a; b += 1) {
      const right = sides[b] as Side;
      let sum = 0;
      let count = 0;
      for (let unit = 0; unit < left.values.length; unit += 1) {
        if (Number.isNaN((left.values[unit] as number) + (right.values[unit] as number))) continue;
        sum += (left.standard[unit] as number) * (right.standard[unit] as number);
        count += 1;
      }
      cells[a * size + b] = cells[b * size + a] = count === 0 ? 0 : sum / count;
    }
  }
  return cells;
}

/** Rounds after which a power iteration stops: two equal eigenvalues share a plane of axes, of which one is as good as another. */
const maxRounds = 5_000;

/** Returns the first eigenvector (power iteration) of a symmetric matrix, its sum made positive. */
function firstAxis(cell: (a: number, b: number) => number, chosen: readonly number[]): Float64Array {
  const size = chosen.length;
  const matrix = Float64Array.from(chosen.flatMap((a) => chosen.map((b) => cell(a, b))));
  let axis = new Float64Array(size).fill(1 / Math.sqrt(size));
  let next = new Float64Array(size);
  for (let round = 0, change = 1; round < maxRounds && change > 1e-13; round += 1) {
    let squares = 0;
    for (let row = 0; row < size; row += 1) {
      let sum = 0;
      for (let at = 0; at < size; at += 1) sum += (matrix[row * size + at] as number) * (axis[at] as number);
      next[row] = sum;
      squares += sum * sum;
    }
    const length = Math.sqrt(squares);
    if (length < 1e-12) break;
    change = 0;
    for (let at = 0; at < size; at += 1) {
      const value = (next[at] as number) / length;
      change = Math.max(change, Math.abs(value - (axis[at] as number)));
      next[at] = value;
    }
    [axis, next] = [next, axis];
  }
  const sign = axis.reduce((sum, value) => sum + value, 0) < 0 ? -1 : 1;
  return axis.map((value) => sign * value);
}

/** What a side is fitted on, and whose cells its residuals are centered in. */
interface FittedSide {
  readonly factors: readonly Float64Array[];
  readonly model: number;
  readonly scale: ResidualScale;
}

/** Returns the mean of each cell over the values that were read; 0 for a cell without one. */
export function cellMeans(values: Float64Array, cell: Int32Array): Float64Array {
  const cells = cell.reduce((most, each) => Math.max(most, each), 0) + 1;
  const [sums, counts] = [new Float64Array(cells), new Float64Array(cells)];
  for (let unit = 0; unit < values.length; unit += 1) {
    const value = values[unit] as number;
    if (Number.isNaN(value)) continue;
    increase(sums, cell[unit] as number, value);
    increase(counts, cell[unit] as number, 1);
  }
  return sums.map((sum, index) => (counts[index] === 0 ? 0 : sum / (counts[index] as number)));
}

/**
 * ResidualScale of predictions or outcomes. `share`: yes/no, stated probabilities and means of executions, in [0, 1], with
 * logistic residuals. `number`: any real numbers, with linear residuals.
 */
export type ResidualScale = 'share' | 'number';

/** Newton stops below this change of every coefficient. The next step would change them by about its square. */
const tolerance = 1e-5;
const maxSteps = 40;
/** Largest change of a coefficient in one step: without a limit, separable data can make Newton diverge. */
const maxChange = 8;

/** A fitted regression. */
interface RidgeFit {
  /** Of the intercept, then in the order of the columns. */
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

/** Penalty .1 / 2 b^2 of the intercept, and of every column unless it is given. */
const penalty = 0.1;

/**
 * Fits ridge regressions, logistic or linear, on columns by unit and an intercept, by Newton's method. It keeps its buffers
 * between fits. The penalty of a column is half its value times the squared coefficient, on the summed log likelihood.
 */
export class RidgeRegression {
  readonly #units: number;
  readonly #residual: Float64Array;
  readonly #weight: Float64Array;
  readonly #weighted: Float64Array;
  readonly #ones: Float64Array;

  constructor(units: number) {
    this.#units = units;
    this.#residual = new Float64Array(units);
    this.#weight = new Float64Array(units);
    this.#weighted = new Float64Array(units);
    this.#ones = new Float64Array(units).fill(1);
  }

  fit(factors: readonly Float64Array[], target: RidgeTarget, penalties?: readonly number[]): RidgeFit {
    const columns = [this.#ones, ...factors];
    const start = target.start?.length === columns.length ? target.start : null;
    const coefficients = start?.slice() ?? new Float64Array(columns.length);
    const fitted = new Float64Array(this.#units);
    const steps = target.scale === 'share' ? maxSteps : 1;
    const weights = columns.map((_, index) => (index === 0 ? penalty : (penalties?.[index - 1] ?? penalty)));
    let isDone = false;
    for (let step = 0; step < steps && !isDone; step += 1) {
      if (start !== null && step === maxSteps / 2) return this.fit(factors, { ...target, start: null }, penalties);
      predict(columns, coefficients, target.scale, fitted);
      const { hessian, gradient } = this.#derivatives(columns, target, fitted);
      isDone = takeStep({ hessian, gradient, weights, scale: target.scale }, coefficients);
    }
    predict(columns, coefficients, target.scale, fitted);
    return { coefficients, fitted };
  }

  /** Returns the gradient of the log likelihood and the negative of its Hessian, without the penalty. */
  #derivatives(columns: readonly Float64Array[], { values, scale }: RidgeTarget, fitted: Float64Array) {
    const [residual, weight, weighted] = [this.#residual, this.#weight, this.#weighted];
    for (let unit = 0; unit < this.#units; unit += 1) {
      const value = values[unit] as number;
      const expected = fitted[unit] as number;
      const isRead = !Number.isNaN(value);
      residual[unit] = isRead ? value - expected : 0;
      weight[unit] = isRead ? (scale === 'share' ? expected * (1 - expected) : 1) : 0;
    }
    const size = columns.length;
    const hessian = new Float64Array(size * size);
    const gradient = new Float64Array(size);
    for (const [row, column] of columns.entries()) {
      gradient[row] = dot(residual, column);
      for (let unit = 0; unit < this.#units; unit += 1) {
        weighted[unit] = (weight[unit] as number) * (column[unit] as number);
      }
      for (let other = 0; other <= row; other += 1) {
        const value = dot(weighted, columns[other] as Float64Array);
        hessian[row * size + other] = hessian[other * size + row] = value;
      }
    }
    return { hessian, gradient };
  }
}

interface NewtonStep {
  readonly hessian: Float64Array;
  readonly gradient: Float64Array;
  readonly weights: readonly number[];
  readonly scale: ResidualScale;
}

/** Takes one Newton step; returns whether it was the last one. */
function takeStep({ hessian, gradient, weights, scale }: NewtonStep, coefficients: Float64Array): boolean {
  for (const [index, coefficient] of coefficients.entries()) {
    const weight = weights[index] as number;
    gradient[index] = (gradient[index] as number) - weight * coefficient;
    increase(hessian, index * coefficients.length + index, weight);
  }
  const change = solvePositive(hessian, gradient);
  if (change === null) return true;
  const largest = change.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  const factor = scale === 'share' && largest > maxChange ? maxChange / largest : 1;
  for (const [index, each] of change.entries()) coefficients[index] = (coefficients[index] as number) + factor * each;
  return largest < tolerance;
}

/** Writes the expected value of each unit. */
function predict(
  columns: readonly Float64Array[],
  coefficients: Float64Array,
  scale: ResidualScale,
  fitted: Float64Array,
): void {
  fitted.fill(0);
  for (const [index, column] of columns.entries()) {
    const slope = coefficients[index] as number;
    for (let unit = 0; unit < fitted.length; unit += 1) {
      fitted[unit] = (fitted[unit] as number) + slope * (column[unit] as number);
    }
  }
  if (scale === 'number') return;
  for (let unit = 0; unit < fitted.length; unit += 1) fitted[unit] = 1 / (1 + Math.exp(-(fitted[unit] as number)));
}

function increase(values: Float64Array, index: number, by: number): void {
  values[index] = (values[index] as number) + by;
}

/**
 * Returns the inner product, with four sums at a time: one sum would wait for each addition. Declared together, as
 * `[a, b] = [0, 0]`, V8 would allocate an object for each value that they have.
 */
function dot(left: Float64Array, right: Float64Array): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
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

/**
 * Solves A x = b for a symmetric positive definite A (row by row, n x n) by Cholesky's method. Null where A is not
 * positive definite to a relative pivot of 1e-10, that is, where x is not determined.
 */
export function solvePositive(matrix: ArrayLike<number>, right: ArrayLike<number>): Float64Array | null {
  const lower = factorPositive(matrix, right.length);
  return lower === null ? null : solveFactored(lower, right);
}

/**
 * Returns the lower triangle L with A = L L', row by row, to solve for many right-hand sides; null where A is not
 * positive definite to a relative pivot of 1e-10.
 */
function factorPositive(matrix: ArrayLike<number>, size: number): Float64Array | null {
  const lower = new Float64Array(size * size);
  const at = (row: number, column: number) => lower[row * size + column] as number;
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let value = matrix[row * size + column] as number;
      for (let k = 0; k < column; k += 1) value -= at(row, k) * at(column, k);
      if (row !== column) lower[row * size + column] = value / at(column, column);
      else if (value > 1e-10 * (matrix[row * size + row] as number)) lower[row * size + row] = Math.sqrt(value);
      else return null;
    }
  }
  return lower;
}

/** Returns x with L L' x = b. */
function solveFactored(lower: Float64Array, right: ArrayLike<number>): Float64Array {
  const size = right.length;
  const at = (row: number, column: number) => lower[row * size + column] as number;
  const solution = Float64Array.from(right);
  for (let row = 0; row < size; row += 1) {
    let value = solution[row] as number;
    for (let k = 0; k < row; k += 1) value -= at(row, k) * (solution[k] as number);
    solution[row] = value / at(row, row);
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let value = solution[row] as number;
    for (let k = row + 1; k < size; k += 1) value -= at(k, row) * (solution[k] as number);
    solution[row] = value / at(row, row);
  }
  return solution;
}
