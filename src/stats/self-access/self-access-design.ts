import { solvePositive } from '../basic/linear.ts';

/** A property of pairs of models, values[a][b], that could be mistaken for self-access (similarity, chance agreement). */
export interface Control {
  readonly name: string;
  readonly values: readonly (readonly number[])[];
  /**
   * Writes an item's first-order contribution to the error of values[a][b] to errors[a * models + b]; null where the
   * values are not estimated from the items.
   */
  readonly influence: ((item: number, errors: Float64Array) => void) | null;
}

/** Regressors of the cells (predictor a, target b), cell a * models + b: predictors, targets, self, controls. */
export interface CrossDesign {
  readonly cells: number;
  readonly columns: number;
  /** values[cell * columns + column]. */
  readonly values: Float64Array;
  /** The columns in which each cell is nonzero: few, and read constantly. */
  readonly filled: readonly Int32Array[];
  /** Column of 1[a = b]; the controls follow it. */
  readonly self: number;
}

/** Returns the design of all cells; null where it does not determine its coefficients. The first model's effects are 0. */
export function crossDesign(models: number, controls: readonly Control[]): CrossDesign | null {
  const self = 2 * (models - 1);
  const columns = self + 1 + controls.length;
  const cells = models * models;
  const values = new Float64Array(cells * columns);
  for (let cell = 0; cell < cells; cell += 1) {
    const [predictor, target] = [Math.floor(cell / models), cell % models];
    const row = values.subarray(cell * columns, (cell + 1) * columns);
    if (predictor > 0) row[predictor - 1] = 1;
    if (target > 0) row[models - 1 + target - 1] = -1;
    row[self] = predictor === target ? 1 : 0;
    for (const [index, control] of controls.entries()) row[self + 1 + index] = controlOf(control, predictor, target);
  }
  const filled = Array.from({ length: cells }, (_, cell) => filledColumns(values, cell * columns, columns));
  const design = { cells, columns, values, filled, self };
  return determined(design) ? design : null;
}

function filledColumns(values: Float64Array, first: number, columns: number): Int32Array {
  return Int32Array.from({ length: columns }, (_, column) => column).filter((column) => values[first + column] !== 0);
}

/** Returns the log odds of every cell. */
export function linearPredictor(design: CrossDesign, coefficients: ArrayLike<number>): Float64Array {
  const { cells, columns, values } = design;
  const predictor = new Float64Array(cells);
  for (let cell = 0; cell < cells; cell += 1) {
    let sum = 0;
    for (let column = 0; column < columns; column += 1) {
      sum += (values[cell * columns + column] as number) * (coefficients[column] as number);
    }
    predictor[cell] = sum;
  }
  return predictor;
}

function controlOf({ name, values }: Control, predictor: number, target: number): number {
  const value = values[predictor]?.[target];
  if (value === undefined || !Number.isFinite(value)) throw new RangeError(`no ${name} of ${predictor}, ${target}`);
  return value;
}

/**
 * Returns whether the design is identified. A constant cancels in the conditional likelihood, so the centered columns
 * must be independent. Controls must be identified by the off-diagonal cells alone: otherwise a model's self-knowledge
 * could be attributed to them.
 */
function determined(design: CrossDesign): boolean {
  const cells = Array.from({ length: design.cells }, (_, cell) => cell);
  const columns = Array.from({ length: design.columns }, (_, column) => column);
  if (!independent(design, cells, columns)) return false;
  if (design.columns === design.self + 1) return true;
  const offDiagonal = cells.filter((cell) => design.values[cell * design.columns + design.self] === 0);
  return independent(
    design,
    offDiagonal,
    columns.filter((column) => column !== design.self),
  );
}

function independent(design: CrossDesign, cells: readonly number[], columns: readonly number[]): boolean {
  const value = (cell: number, column: number) => design.values[cell * design.columns + column] as number;
  const centred = columns.map((column) => {
    const mean = cells.reduce((sum, cell) => sum + value(cell, column), 0) / cells.length;
    return cells.map((cell) => value(cell, column) - mean);
  });
  const products = centred.flatMap((one) =>
    centred.map((other) => one.reduce((sum, entry, index) => sum + entry * (other[index] as number), 0)),
  );
  return solvePositive(products, new Float64Array(columns.length)) !== null;
}
