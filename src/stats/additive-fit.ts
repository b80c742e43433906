import { solvePositive } from './linear.ts';

/** values[predictor][target] of a measure; null where it is undefined. */
export type CrossMatrix = readonly (readonly (number | null)[])[];

/**
 * What the additive model mu + alpha_a + gamma_b, least-squares fitted to the off-diagonal cells only, expects of each
 * diagonal cell (the round-robin estimates of Warner, Kenny and Stoto 1979). Null where these cells do not determine it.
 */
export function expectedDiagonal(matrix: CrossMatrix): readonly (number | null)[] {
  const models = matrix.length;
  const cells = offDiagonal(matrix);
  if (models > 2 && cells.length === models * (models - 1)) return roundRobin(models, cells);
  const component = components(2 * models, cells);
  // Unknowns: predictor effects, then target effects; in each component one of them is held at 0.
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
  return matrix.map((_, model) => {
    if (effects === null || component[model] !== component[models + model]) return null;
    return (effects[model] as number) + (effects[models + model] as number);
  });
}

/** The same in closed form where every off-diagonal cell is there: alpha_b + gamma_b from the margins b and the mean. */
function roundRobin(models: number, cells: readonly Cell[]): readonly number[] {
  const margins = new Float64Array(models); // row sum + column sum
  let all = 0;
  for (const { predictor, target, value } of cells) {
    margins[predictor] = (margins[predictor] as number) + value;
    margins[target - models] = (margins[target - models] as number) + value;
    all += value;
  }
  const grand = all / cells.length;
  return Array.from(margins, (margin) => (margin - models * grand) / (models - 2));
}

interface Cell {
  readonly predictor: number;
  /** Numbered after the predictors. */
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

/** The smallest node number of each node's component: only effects in one component can be added up. */
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
