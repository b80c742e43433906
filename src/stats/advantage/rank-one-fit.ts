/**
 * Ridge that pulls an effect toward the mean effect where the other cells hardly determine it: otherwise a product of
 * two null effects could have any size. Relative to the sum of squared effects of the other side, in units of the
 * measure: with six models and cells of .2, it removes about a seventh of a model's deviation from the mean effect.
 */
const ridge = 0.15;
const rounds = 25;

/**
 * Returns the expected diagonal cells of the multiplicative model strength_a x predictability_b, least-squares fitted
 * to the off-diagonal cells only. cells[predictor * models + target], in a measure that is 0 without any knowledge.
 * Null where a cell is missing or there are fewer than three models.
 */
export function rankOneDiagonal(cells: Float64Array, models: number): Float64Array | null {
  if (models < 3) return null;
  for (let cell = 0; cell < models * models; cell += 1) if (Number.isNaN(cells[cell])) return null;
  let predictability = columnMeans(cells, models);
  let strength = predictability;
  for (let round = 0; round < rounds; round += 1) {
    strength = regressed(cells, models, { on: predictability, step: 1, stride: models });
    predictability = regressed(cells, models, { on: strength, step: models, stride: 1 });
  }
  return strength.map((value, model) => value * (predictability[model] as number));
}

/**
 * Returns the column means of the off-diagonal cells over the root of their mean, which is the solution where all cells
 * are alike.
 */
function columnMeans(cells: Float64Array, models: number): Float64Array {
  const means = Float64Array.from({ length: models }, (_, target) => {
    let sum = 0;
    for (let a = 0; a < models; a += 1) if (a !== target) sum += cells[a * models + target] as number;
    return sum / (models - 1);
  });
  const mean = means.reduce((sum, value) => sum + value, 0) / models;
  return means.map((value) => value / Math.sqrt(Math.abs(mean) + ridge));
}

interface Regression {
  readonly on: Float64Array;
  /** Stride of a line's cells, and of lines. */
  readonly step: number;
  readonly stride: number;
}

/** Returns the effect of each row (or column): its off-diagonal cells regressed on the effects of the other side. */
function regressed(cells: Float64Array, models: number, { on, step, stride }: Regression): Float64Array {
  const products = new Float64Array(models);
  const squares = new Float64Array(models);
  for (let line = 0; line < models; line += 1) {
    for (let other = 0; other < models; other += 1) {
      if (other === line) continue;
      const effect = on[other] as number;
      products[line] = (products[line] as number) + (cells[line * stride + other * step] as number) * effect;
      squares[line] = (squares[line] as number) + effect * effect;
    }
  }
  const sum = (values: Float64Array) => values.reduce((all, value) => all + value, 0);
  const usual = sum(products) / (sum(squares) + ridge);
  return products.map((product, line) => (product + ridge * usual) / ((squares[line] as number) + ridge));
}
