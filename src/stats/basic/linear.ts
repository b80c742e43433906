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
