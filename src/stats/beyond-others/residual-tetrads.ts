import { estimateOf, type JackknifeEstimate } from './jackknife-estimate.ts';
import type { ModelUnits, PairResiduals, ReferenceRow, ResidualPair } from './pair-residuals.ts';

/** Sums of residual products by cluster. */
interface ResidualProducts {
  readonly models: number;
  readonly clusters: number;
  /** [cluster][model i of the prediction][model j of the outcome], over the units where both are read. */
  readonly sums: Float64Array;
  readonly counts: Float64Array;
  /** [model][cluster]: own products, a missing value at its worst for the model, over all units that it was asked. */
  readonly own: readonly ClusterSums[];
}

interface ClusterSums {
  readonly sums: Float64Array;
  readonly counts: Float64Array;
}

/** What one model's predictions have in common with its own outcomes. */
export interface ResidualTetrad {
  /**
   * R[m][m] net of what one quantity shared by all models implies: R[m][m] - N T / (T^2 + v), with N the sum of
   * R[i][m] R[m][j] and T the sum of R[i][j] over i, j and m that are mutually unrelated, and v the squared standard error
   * of T; R[m][m] where N or T is not above 0.
   */
  readonly private: JackknifeEstimate;
  /** R[m][m], a missing value at its worst. */
  readonly own: JackknifeEstimate;
}

/** Returns the smallest product that the values of a unit can have, over what is missing of them. */
function worstProduct({ prediction, outcome }: ResidualPair, unit: number): number {
  const [p, y] = [prediction.values[unit] as number, outcome.values[unit] as number];
  if (!Number.isNaN(p + y)) return p * y;
  const predictions = Number.isNaN(p) ? prediction.extremes(unit) : [p];
  const outcomes = Number.isNaN(y) ? outcome.extremes(unit) : [y];
  return Math.min(...predictions.flatMap((each) => outcomes.map((other) => each * other)));
}

/** Returns whether a model was asked a unit. */
export const isAsked = ({ asked }: ModelUnits, unit: number): boolean => asked === null || asked[unit] === 1;

/** Sums the residual products of all pairs of models. */
export function residualProducts({ models, cluster }: ReferenceRow, residuals: PairResiduals): ResidualProducts {
  const size = models.length;
  const clusters = cluster.reduce((most, each) => Math.max(most, each), -1) + 1;
  const sums = new Float64Array(clusters * size * size);
  const counts = new Float64Array(clusters * size * size);
  const own = models.map(() => ({ sums: new Float64Array(clusters), counts: new Float64Array(clusters) }));
  const add = (i: number, j: number, { prediction, outcome }: ResidualPair) => {
    for (let unit = 0; unit < cluster.length; unit += 1) {
      const product = (prediction.values[unit] as number) * (outcome.values[unit] as number);
      if (Number.isNaN(product)) continue;
      const cell = ((cluster[unit] as number) * size + i) * size + j;
      sums[cell] = (sums[cell] as number) + product;
      counts[cell] = (counts[cell] as number) + 1;
    }
  };
  for (let i = 0; i < size; i += 1) {
    const pair = residuals.of(i, i);
    add(i, i, pair);
    const { sums: ownSums, counts: ownCounts } = own[i] as ClusterSums;
    for (let unit = 0; unit < cluster.length; unit += 1) {
      if (!isAsked(models[i] as ModelUnits, unit)) continue;
      const at = cluster[unit] as number;
      ownSums[at] = (ownSums[at] as number) + worstProduct(pair, unit);
      ownCounts[at] = (ownCounts[at] as number) + 1;
    }
    for (let j = i + 1; j < size; j += 1) {
      add(i, j, residuals.of(i, j));
      add(j, i, residuals.of(j, i));
    }
  }
  return { models: size, clusters, sums, counts, own };
}

/** Returns R: mean residual products over the units where both are read, [i][j] row by row; 0 where there are none. */
export function meanProducts({ models, clusters, sums, counts }: ResidualProducts): Float64Array {
  const [total, count] = [new Float64Array(models * models), new Float64Array(models * models)];
  for (let index = 0; index < clusters * models * models; index += 1) {
    const cell = index % (models * models);
    total[cell] = (total[cell] as number) + (sums[index] as number);
    count[cell] = (count[cell] as number) + (counts[index] as number);
  }
  return total.map((each, cell) => (count[cell] === 0 ? 0 : each / (count[cell] as number)));
}

/** Estimates both statistics of each model by a jackknife over clusters; residuals and v stay fixed. */
export function residualTetrads(products: ResidualProducts, families: readonly number[]): readonly ResidualTetrad[] {
  const { models, clusters, sums, counts } = products;
  const cells = models * models;
  const R = meanProducts(products);
  const [allSums, allCounts] = [new Float64Array(cells), new Float64Array(cells)];
  for (let index = 0; index < clusters * cells; index += 1) {
    allSums[index % cells] = (allSums[index % cells] as number) + (sums[index] as number);
    allCounts[index % cells] = (allCounts[index % cells] as number) + (counts[index] as number);
  }
  const triads = new Triads(families);

  const variance = new Float64Array(models);
  const part = new Float64Array(cells);
  for (let cluster = 0; cluster < clusters; cluster += 1) {
    for (let cell = 0; cell < cells; cell += 1) {
      const [all, index] = [allCounts[cell] as number, cluster * cells + cell];
      part[cell] = all === 0 ? 0 : ((sums[index] as number) - (R[cell] as number) * (counts[index] as number)) / all;
    }
    triads.set(part);
    for (let m = 0; m < models; m += 1) variance[m] = (variance[m] as number) + triads.apart(m) ** 2;
  }
  const factor = clusters > 1 ? clusters / (clusters - 1) : 1;

  const ownTotals = products.own.map((each) => ({ sum: total(each.sums), count: total(each.counts) }));
  const privateOf = (m: number, own: number) => {
    const [through, apart] = [triads.through(m), triads.apart(m)];
    if (!(through > 0 && apart > 0)) return own;
    return own - (through * apart) / (apart * apart + factor * (variance[m] as number));
  };
  triads.set(R);
  const own = ownTotals.map(({ sum, count }) => (count === 0 ? 0 : sum / count));
  const all = own.map((each, m) => privateOf(m, each));
  const pseudo = own.map(() => ({ private: new Float64Array(clusters), own: new Float64Array(clusters) }));
  const without = new Float64Array(cells);
  for (let cluster = 0; cluster < clusters; cluster += 1) {
    for (let cell = 0; cell < cells; cell += 1) {
      const index = cluster * cells + cell;
      const count = (allCounts[cell] as number) - (counts[index] as number);
      without[cell] = count > 0 ? ((allSums[cell] as number) - (sums[index] as number)) / count : 0;
    }
    triads.set(without);
    for (const [m, values] of pseudo.entries()) {
      const { sum, count } = ownTotals[m] as { sum: number; count: number };
      const left = count - (products.own[m]?.counts[cluster] as number);
      const less = left > 0 ? (sum - (products.own[m]?.sums[cluster] as number)) / left : 0;
      values.own[cluster] = clusters * (own[m] as number) - (clusters - 1) * less;
      values.private[cluster] = clusters * (all[m] as number) - (clusters - 1) * privateOf(m, less);
    }
  }
  return pseudo.map((values, m) => {
    const asked = (products.own[m] as ClusterSums).counts.reduce((sum, count) => sum + Number(count > 0), 0);
    return { private: estimateOf(values.private, asked), own: estimateOf(values.own, asked) };
  });
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Sums over pairs of models i and j that are related neither to each other nor to m, in closed form. */
class Triads {
  readonly #families: readonly number[];
  readonly #count: number;
  /** [model][family]: sums of a model's row, and of its column. */
  readonly #rows: Float64Array;
  readonly #columns: Float64Array;
  readonly #rowSums: Float64Array;
  readonly #columnSums: Float64Array;
  /** Sum of all cells of unrelated models, and of those in a row or column of each family. */
  #all = 0;
  readonly #touching: Float64Array;

  constructor(families: readonly number[]) {
    const numbers = [...new Set(families)];
    this.#families = families.map((family) => numbers.indexOf(family));
    this.#count = numbers.length;
    const cells = families.length * numbers.length;
    [this.#rows, this.#columns] = [new Float64Array(cells), new Float64Array(cells)];
    [this.#rowSums, this.#columnSums] = [new Float64Array(families.length), new Float64Array(families.length)];
    this.#touching = new Float64Array(numbers.length);
  }

  /** Sets the matrix, row by row. */
  set(matrix: Float64Array): void {
    for (const sums of [this.#rows, this.#columns, this.#rowSums, this.#columnSums, this.#touching]) sums.fill(0);
    this.#all = 0;
    const [families, count] = [this.#families, this.#count];
    for (let i = 0; i < families.length; i += 1) {
      const own = families[i] as number;
      for (let j = 0; j < families.length; j += 1) {
        const other = families[j] as number;
        if (own === other) continue;
        const value = matrix[i * families.length + j] as number;
        this.#all += value;
        add(this.#rows, i * count + other, value);
        add(this.#columns, j * count + own, value);
        add(this.#rowSums, i, value);
        add(this.#columnSums, j, value);
        add(this.#touching, own, value);
        add(this.#touching, other, value);
      }
    }
  }

  /** Returns T: the sum of R[i][j]. */
  apart(m: number): number {
    return this.#all - (this.#touching[this.#families[m] as number] as number);
  }

  /** Returns N: the sum of R[i][m] R[m][j]. */
  through(m: number): number {
    let sum = (this.#rowSums[m] as number) * (this.#columnSums[m] as number);
    for (let family = 0; family < this.#count; family += 1) {
      const at = m * this.#count + family;
      sum -= (this.#rows[at] as number) * (this.#columns[at] as number);
    }
    return sum;
  }
}

function add(values: Float64Array, index: number, value: number): void {
  values[index] = (values[index] as number) + value;
}
