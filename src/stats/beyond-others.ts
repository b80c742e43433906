import { tQuantile, tTail } from './distributions.ts';
import { minModelsForWord, mostMissingForMean } from './least-numbers.ts';
import {
  type ModelUnits,
  PairResiduals,
  type ReferenceRow,
  type ResidualPair,
  type Residuals,
} from './pair-residuals.ts';

/** A statistic with its leave-one-cluster-out jackknife: interval and test come from one standard error. */
export interface JackknifeEstimate {
  /** Mean of the pseudo-values. */
  readonly value: number;
  readonly standardError: number;
  /** Degrees of freedom of Student's t: clusters - 1. */
  readonly degrees: number;
  /** 95 % interval, not adjusted for the number of models. */
  readonly low: number;
  readonly high: number;
  /** One-sided p of "not above 0"; 1 where the pseudo-values do not vary. */
  readonly p: number;
  /** Pseudo-value of each cluster: a mean of estimates has the means of their pseudo-values. */
  readonly pseudoValues: Float64Array;
}

/**
 * Returns the estimate of pseudo-values n f(all) - (n - 1) f(all without cluster c): their mean, with
 * se^2 = sum (pseudo - mean)^2 / (n (n - 1)) (Tukey 1958; Miller 1974). `clusters`: those that have a unit of the model;
 * fewer give a wider t.
 */
export function estimateOf(pseudoValues: Float64Array, clusters = pseudoValues.length): JackknifeEstimate {
  const count = pseudoValues.length;
  const value = pseudoValues.reduce((sum, each) => sum + each, 0) / count;
  const squares = pseudoValues.reduce((sum, each) => sum + (each - value) ** 2, 0);
  const degrees = Math.max(1, Math.min(count, clusters) - 1);
  const standardError = count > 1 ? Math.sqrt(squares / (count * (count - 1))) : Number.POSITIVE_INFINITY;
  const half = tQuantile(0.975, degrees) * standardError;
  const p = standardError > 1e-12 ? tTail(value / standardError, degrees) : 1;
  return { value, standardError, degrees, low: value - half, high: value + half, p, pseudoValues };
}

/** Returns the pseudo-values of a ratio of sums over clusters, m = sum a / sum w, linearized: m + n (a_c - m w_c) / sum w. */
export function ratioPseudoValues(sums: Float64Array, weights: Float64Array): Float64Array {
  const total = weights.reduce((sum, each) => sum + each, 0);
  if (total === 0) return new Float64Array(sums.length);
  const ratio = sums.reduce((sum, each) => sum + each, 0) / total;
  return sums.map((each, cluster) => ratio + (sums.length * (each - ratio * (weights[cluster] as number))) / total);
}

/**
 * Estimates R[m][m] - (R[q][m] + R[m][q]) / 2: by how much the predictions of model m fit its own outcomes better than the
 * predictions of q fit the outcomes of m, and those of m the outcomes of q. Over the units where all four values are read.
 * Where a value of m is missing, the unit takes the smallest difference that any value gives, and a product with a missing
 * value of q is 0; a unit where only a value of q is missing is left out.
 */
function leadOver(
  { models, cluster }: ReferenceRow,
  residuals: PairResiduals,
  m: number,
  q: number,
): JackknifeEstimate {
  const clusters = cluster.reduce((most, each) => Math.max(most, each), -1) + 1;
  const [sums, counts] = [new Float64Array(clusters), new Float64Array(clusters)];
  const own = residuals.of(m, m);
  const predictedByOther = residuals.of(q, m);
  const predictsOther = residuals.of(m, q);
  for (let unit = 0; unit < cluster.length; unit += 1) {
    if (!isAsked(models[m] as ModelUnits, unit)) continue;
    const p = own.prediction.values[unit] as number;
    const y = own.outcome.values[unit] as number;
    const pOther = predictedByOther.prediction.values[unit] as number;
    const yOther = predictsOther.outcome.values[unit] as number;
    const isOwnRead = !Number.isNaN(p + y);
    if (isOwnRead && Number.isNaN(pOther + yOther)) continue;
    let least = Number.POSITIVE_INFINITY;
    // The same value of m has one residual beside each model, so a choice is the index of a value, not the value.
    for (const a of isOwnRead || !Number.isNaN(p) ? [0] : [0, 1]) {
      for (const b of isOwnRead || !Number.isNaN(y) ? [0] : [0, 1]) {
        const ofOther = pOther * valueAt(predictedByOther.outcome, unit, b);
        const toOther = valueAt(predictsOther.prediction, unit, a) * yOther;
        const ofSelf = valueAt(own.prediction, unit, a) * valueAt(own.outcome, unit, b);
        least = Math.min(
          least,
          ofSelf - ((Number.isNaN(ofOther) ? 0 : ofOther) + (Number.isNaN(toOther) ? 0 : toOther)) / 2,
        );
      }
    }
    const at = cluster[unit] as number;
    sums[at] = (sums[at] as number) + least;
    counts[at] = (counts[at] as number) + 1;
  }
  const used = counts.reduce((sum, count) => sum + Number(count > 0), 0);
  return estimateOf(ratioPseudoValues(sums, counts), used);
}

/** Returns the residual of a unit; where it is missing, the lowest (choice 0) or highest (1) that it can have. */
function valueAt(residuals: Residuals, unit: number, choice: number): number {
  const value = residuals.values[unit] as number;
  return Number.isNaN(value) ? (residuals.extremes(unit)[choice] as number) : value;
}

/** Sums of residual products by cluster. */
interface ResidualProducts {
  readonly models: number;
  readonly clusters: number;
  /** [cluster][model i of the prediction][model j of the outcome], over the units where both are read. */
  readonly sums: Float64Array;
  readonly counts: Int32Array;
  /** [model][cluster]: own products, a missing value at its worst for the model, over all units that it was asked. */
  readonly own: readonly ClusterSums[];
}

interface ClusterSums {
  readonly sums: Float64Array;
  readonly counts: Float64Array;
}

/** What one model's predictions have in common with its own outcomes. */
interface ResidualTetrad {
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
const isAsked = ({ asked }: ModelUnits, unit: number): boolean => asked === null || asked[unit] === 1;

/** Sums the residual products of all pairs of models. */
function residualProducts({ models, cluster }: ReferenceRow, residuals: PairResiduals): ResidualProducts {
  const size = models.length;
  const clusters = cluster.reduce((most, each) => Math.max(most, each), -1) + 1;
  const sums = new Float64Array(clusters * size * size);
  const counts = new Int32Array(clusters * size * size);
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
function meanProducts({ models, clusters, sums, counts }: ResidualProducts): Float64Array {
  const [total, count] = [new Float64Array(models * models), new Float64Array(models * models)];
  for (let index = 0; index < clusters * models * models; index += 1) {
    const cell = index % (models * models);
    total[cell] = (total[cell] as number) + (sums[index] as number);
    count[cell] = (count[cell] as number) + (counts[index] as number);
  }
  return total.map((each, cell) => (count[cell] === 0 ? 0 : each / (count[cell] as number)));
}

/** Estimates both statistics of each model by a jackknife over clusters; residuals and v stay fixed. */
function residualTetrads(products: ResidualProducts, families: readonly number[]): readonly ResidualTetrad[] {
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
      const all = allCounts[cell] as number;
      const index = cluster * cells + cell;
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

const minModels = 3;

/** Number of models of a row that are compared with each other: all pairs are fitted. */
export const maxModels = 30;

/** One other model beside which the own predictions are set. */
interface OtherModel {
  readonly model: string;
  /** R[m][m] - (R[q][m] + R[m][q]) / 2, with the one-sided p of "not above 0". */
  readonly difference: JackknifeEstimate;
}

/** What the predictions of one model add to what the other models tell. */
export type ModelBeyondOthers =
  | {
      readonly kind: 'not asked';
      readonly model: string;
      /** `few models`: no two of the models unrelated to it are unrelated to each other. `too many models`: see `chooseModels`. */
      readonly reason: 'few models' | 'too many models';
      /** The model and those unrelated to it. */
      readonly models: number;
    }
  | ({
      /** `number`: three to five models; `word`: six or more. */
      readonly kind: 'number' | 'word';
      readonly model: string;
      readonly models: number;
      /** Units that were asked of the model, and those of them without a usable prediction or outcome. */
      readonly units: { readonly asked: number; readonly noPrediction: number; readonly noOutcome: number };
      /** The unrelated model whose outcomes correlate most with the model's own; chosen without predictions. */
      readonly nearest: OtherModel;
      /** The relative that leaves the largest p; null without relatives in the row. */
      readonly relative: OtherModel | null;
      /** Largest p of `private`, `own` and `relative`, before Holm; that of `nearest` is not in it. */
      readonly p: number;
    } & ResidualTetrad);

/** The models of a row, each beside all others. */
export interface RowBeyondOthers {
  /** Ordered by name. */
  readonly models: readonly ModelBeyondOthers[];
  /** R[i][j], ordered by name, row by row: mean product of the residual predictions of i and outcomes of j. */
  readonly R: readonly (readonly number[])[];
}

/**
 * Estimates what the predictions of each model add to the recorded answers and predictions of the other models of its row
 * ("residual tetrads and the nearest model"; docs/statistics.md). Deterministic, and independent of the order of models.
 * More than `maxModels` models: choose with `chooseModels` first.
 */
export function beyondOthers(row: ReferenceRow): RowBeyondOthers {
  const models = [...row.models].sort((a, b) => (a.name < b.name ? -1 : 1));
  if (models.length > maxModels) throw new RangeError(`${models.length} models, at most ${maxModels} are compared`);
  const ordered = { ...row, models };
  const families = models.map(({ family }) => family);
  const residuals = new PairResiduals(ordered);
  if (new Set(families).size < minModels) return { models: models.map((each) => notAsked(each, families)), R: [] };
  const products = residualProducts(ordered, residuals);
  const tetrads = residualTetrads(products, families);
  const cells = meanProducts(products);
  return {
    models: models
      .map((_, m) => ({ ...describe(ordered, residuals, m), ...(tetrads[m] as ResidualTetrad) }))
      .map(withP),
    R: models.map((_, i) => [...cells.subarray(i * models.length, (i + 1) * models.length)]),
  };
}

function notAsked({ name, family }: ModelUnits, families: readonly number[]): ModelBeyondOthers {
  const models = 1 + families.filter((each) => each !== family).length;
  return { kind: 'not asked', model: name, reason: 'few models', models };
}

/** Difference of two correlations that counts as none: of equally near models, the first by name is the nearest in any order of the units. */
const equalCorrelation = 1e-9;

type Described = Omit<Extract<ModelBeyondOthers, { kind: 'number' | 'word' }>, 'p'>;

function withP(model: Described): ModelBeyondOthers {
  return { ...model, p: Math.max(model.private.p, model.own.p, model.relative?.difference.p ?? 0) };
}

function describe(row: ReferenceRow, residuals: PairResiduals, m: number): Omit<Described, keyof ResidualTetrad> {
  const own = row.models[m] as ModelUnits;
  const others = [...row.models.keys()].filter((each) => each !== m);
  const unrelated = others.filter((each) => row.models[each]?.family !== own.family);
  const compared = (q: number) => ({
    model: (row.models[q] as ModelUnits).name,
    difference: leadOver(row, residuals, m, q),
  });
  const [first = m] = unrelated;
  const isNearer = (each: number, best: number) =>
    residuals.outcomeCorrelation(m, each) > residuals.outcomeCorrelation(m, best) + equalCorrelation;
  const nearest = unrelated.reduce((best, each) => (isNearer(each, best) ? each : best), first);
  const relatives = others.filter((each) => row.models[each]?.family === own.family).map(compared);
  const [relative = null] = relatives.sort((a, b) => b.difference.p - a.difference.p);
  const models = unrelated.length + 1;
  return {
    kind: models < minModelsForWord ? 'number' : 'word',
    model: own.name,
    models,
    units: countUnits(own),
    nearest: compared(nearest),
    relative,
  };
}

function countUnits(own: ModelUnits) {
  const count = { asked: 0, noPrediction: 0, noOutcome: 0 };
  for (let unit = 0; unit < own.outcome.length; unit += 1) {
    if (!isAsked(own, unit)) continue;
    count.asked += 1;
    count.noPrediction += Number(Number.isNaN(own.prediction[unit]));
    count.noOutcome += Number(Number.isNaN(own.outcome[unit]));
  }
  return count;
}

/** A model of a row that may have more models than are compared. */
interface Candidate {
  readonly name: string;
  /** Whether its predictions tell items apart. */
  readonly isInformative: boolean;
  readonly units: number;
}

/** Returns the models that are compared: those that tell items apart first, then those with most units, then by name. */
export function chooseModels<T extends Candidate>(candidates: readonly T[], most = maxModels): readonly T[] {
  const order = (a: T, b: T) =>
    Number(b.isInformative) - Number(a.isInformative) || b.units - a.units || (a.name < b.name ? -1 : 1);
  return [...candidates].sort(order).slice(0, most);
}

/** One-sided p values of the other references of one model. */
interface OtherReferences {
  /** Of rung A: its predictions tell items apart. */
  readonly informative: number;
  /** Own score minus that of the item's label; null without a label. */
  readonly label: number | null;
  /** Own score minus the mean of others that were asked about this model; null if none was. */
  readonly asked: number | null;
}

/**
 * Returns the p of "adds to what others tell": every available reference is beaten. It enters Holm's family; the nearest
 * model has a level of 2.5 % of its own.
 */
export function combinedP(own: number, { informative, label, asked }: OtherReferences): number {
  return Math.max(own, informative, label ?? 0, asked ?? 0);
}

/** Means over the models of a row. */
interface AllModelsBeyondOthers {
  /** Names of the models in the means. */
  readonly models: readonly string[];
  readonly private: JackknifeEstimate;
  readonly own: JackknifeEstimate;
  readonly nearest: JackknifeEstimate;
  /** Largest p of `private` and `own`; that of `nearest` is outside Holm's family. */
  readonly p: number;
}

/**
 * Returns the means over the models that were asked, that have a verdict and 98 % of the values, the others at their worst; null for fewer than three. A
 * word needs six.
 */
export function allModelsBeyondOthers(
  models: readonly ModelBeyondOthers[],
  hasVerdict: (model: string) => boolean,
): AllModelsBeyondOthers | null {
  const complete = models.flatMap((each) =>
    each.kind !== 'not asked' && hasMost(each.units) && hasVerdict(each.model) ? [each] : [],
  );
  if (complete.length < minModels) return null;
  const means = {
    private: meanEstimate(complete.map((each) => each.private)),
    own: meanEstimate(complete.map((each) => each.own)),
    nearest: meanEstimate(complete.map((each) => each.nearest.difference)),
  };
  return { models: complete.map(({ model }) => model), ...means, p: Math.max(means.private.p, means.own.p) };
}

function hasMost({ asked, noPrediction, noOutcome }: ReturnType<typeof countUnits>): boolean {
  return Math.max(noPrediction, noOutcome) <= mostMissingForMean * asked;
}

/** Returns the mean of estimates on the same clusters. */
export function meanEstimate(estimates: readonly JackknifeEstimate[]): JackknifeEstimate {
  const [first] = estimates;
  if (first === undefined) throw new RangeError('no estimates to take a mean of');
  const mean = new Float64Array(first.pseudoValues.length);
  for (const { pseudoValues } of estimates) {
    for (const [cluster, value] of pseudoValues.entries()) {
      mean[cluster] = (mean[cluster] as number) + value / estimates.length;
    }
  }
  return estimateOf(mean);
}
