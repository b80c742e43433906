import { solvePositive } from '../basic/linear.ts';

/** values[predictor][target] of a measure; null where it is undefined. */
export type CrossMatrix = readonly (readonly (number | null)[])[];

/**
 * Returns the expected diagonal cells of the additive model mu + alpha_a + gamma_b, least-squares fitted to the
 * off-diagonal cells only (the round-robin estimates of Warner, Kenny and Stoto 1979). Null where these cells do not
 * determine it.
 */
export function expectedDiagonal(matrix: CrossMatrix): readonly (number | null)[] {
  const models = matrix.length;
  const closed = roundRobin(
    Float64Array.from(matrix.flat(), (value) => value ?? Number.NaN),
    models,
  );
  if (closed !== null) return Array.from(closed.expected);
  const fitted = additiveFit(matrix);
  return matrix.map((_, model) => fitted(model, model));
}

/**
 * Returns each cell minus its predictor's and its target's effect in the additive model of `expectedDiagonal`, in units
 * of the measure: above 0 on the diagonal where a model predicts itself better than both effects say. Null where the cell
 * or its effects are unknown; with two models, on the whole diagonal.
 */
export function additiveResiduals(matrix: CrossMatrix): CrossMatrix {
  const fitted = additiveFit(matrix);
  return matrix.map((row, predictor) =>
    row.map((value, target) => {
      const expected = fitted(predictor, target);
      return value === null || expected === null ? null : value - expected;
    }),
  );
}

/** Fits the additive model to the off-diagonal cells; the result returns the expected value of a cell, null if unknown. */
function additiveFit(matrix: CrossMatrix): (predictor: number, target: number) => number | null {
  const models = matrix.length;
  const cells = offDiagonal(matrix);
  const component = components(2 * models, cells);
  // Unknowns: predictor effects, then target effects; in each component one of them is fixed at 0.
  const normal = new Float64Array(4 * models * models);
  const right = new Float64Array(2 * models);
  const add = (row: number, column: number, value: number) => {
    normal[row * 2 * models + column] = (normal[row * 2 * models + column] as number) + value;
  };
  for (const [node, root] of component.entries()) if (node === root) add(node, node, 1);
  for (const { predictor, target, value } of cells) {
    add(predictor, predictor, 1);
    add(target, target, 1);
    add(predictor, target, 1);
    add(target, predictor, 1);
    right[predictor] = (right[predictor] as number) + value;
    right[target] = (right[target] as number) + value;
  }
  const effects = solvePositive(normal, right);
  return (predictor, target) => {
    if (effects === null || component[predictor] !== component[models + target]) return null;
    return (effects[predictor] as number) + (effects[models + target] as number);
  };
}

/**
 * Returns the expected diagonal in closed form for complete off-diagonal cells: alpha_b + gamma_b from the margins b
 * and the mean. cells[predictor * models + target]; NaN where undefined. Null where a cell is missing or with fewer
 * than three models.
 */
export function roundRobin(
  cells: Float64Array,
  models: number,
): { readonly expected: Float64Array; readonly mean: number } | null {
  if (models < 3) return null;
  const margins = new Float64Array(models); // row sum + column sum
  let all = 0;
  for (let predictor = 0; predictor < models; predictor += 1) {
    for (let target = 0; target < models; target += 1) {
      const value = cells[predictor * models + target] as number;
      if (predictor === target) continue;
      if (Number.isNaN(value)) return null;
      margins[predictor] = (margins[predictor] as number) + value;
      margins[target] = (margins[target] as number) + value;
      all += value;
    }
  }
  const mean = all / (models * (models - 1));
  return { expected: margins.map((margin) => (margin - models * mean) / (models - 2)), mean };
}

interface Cell {
  readonly predictor: number;
  /** Index of the target, after the predictors. */
  readonly target: number;
  readonly value: number;
}

function offDiagonal(matrix: CrossMatrix): readonly Cell[] {
  return matrix.flatMap((row, predictor) =>
    row.flatMap((value, target) =>
      value === null || predictor === target ? [] : [{ predictor, target: matrix.length + target, value }],
    ),
  );
}

/** Returns the smallest node number of each node's component: only effects within a component can be summed. */
function components(nodes: number, cells: readonly Cell[]): readonly number[] {
  const root = Array.from({ length: nodes }, (_, node) => node);
  for (let changed = true; changed; ) {
    changed = false;
    for (const { predictor, target } of cells) {
      const least = Math.min(root[predictor] as number, root[target] as number);
      if (root[predictor] !== least || root[target] !== least) changed = true;
      root[predictor] = least;
      root[target] = least;
    }
  }
  return root;
}
