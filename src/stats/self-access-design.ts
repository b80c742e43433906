import { solvePositive } from './linear.ts';

/** Regressors of the cells (predictor a, target b), cell a * models + b: predictors, targets, self, similarity. */
export interface CrossDesign {
  readonly cells: number;
  readonly columns: number;
  /** values[cell * columns + column]. */
  readonly values: Float64Array;
  /** Column of 1[a = b]. */
  readonly self: number;
  /** Null where similarity is left out. */
  readonly similarity: number | null;
}

/** The design of all cells; null where it does not determine its coefficients. The first model's effects are 0. */
export function crossDesign(models: number, similarity: readonly (readonly number[])[] | null): CrossDesign | null {
  const self = 2 * (models - 1);
  const columns = similarity === null ? self + 1 : self + 2;
  const cells = models * models;
  const values = new Float64Array(cells * columns);
  for (let cell = 0; cell < cells; cell += 1) {
    const [predictor, target] = [Math.floor(cell / models), cell % models];
    const row = values.subarray(cell * columns, (cell + 1) * columns);
    if (predictor > 0) row[predictor - 1] = 1;
    if (target > 0) row[models - 1 + target - 1] = -1;
    row[self] = predictor === target ? 1 : 0;
    if (similarity !== null) row[self + 1] = similarityOf(similarity, predictor, target);
  }
  const design = { cells, columns, values, self, similarity: similarity === null ? null : self + 1 };
  return determined(design) ? design : null;
}

/** Log odds of every cell. */
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

function similarityOf(similarity: readonly (readonly number[])[], predictor: number, target: number): number {
  const value = similarity[predictor]?.[target];
  if (value === undefined || !Number.isFinite(value)) throw new RangeError(`no similarity of ${predictor}, ${target}`);
  return value;
}

/**
 * A constant cancels in the conditional likelihood, so the centred columns must be independent. Similarity must be told
 * from predictors and targets by the off-diagonal cells alone: else what one model knows of itself would pass for it.
 */
function determined(design: CrossDesign): boolean {
  const cells = Array.from({ length: design.cells }, (_, cell) => cell);
  const columns = Array.from({ length: design.columns }, (_, column) => column);
  if (!independent(design, cells, columns)) return false;
  if (design.similarity === null) return true;
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
