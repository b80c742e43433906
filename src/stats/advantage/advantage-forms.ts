import { normalCdf, tQuantile } from '../basic/quantiles.ts';
import { totalsOf } from '../resampling/resample.ts';
import { roundRobin } from './additive-fit.ts';
import { rankOneDiagonal } from './rank-one-fit.ts';

/** An estimate whose true value is 0 without self-knowledge under the form's model, with its standard error. */
export interface FormEstimate {
  readonly value: number;
  readonly error: number;
  /** Degrees of freedom of the error; null where the error comes from many simulated data sets. */
  readonly degrees: number | null;
}

/** A form's estimate for each model, then for all models together; null where the matrix does not determine it. */
export type FormEstimates = readonly (FormEstimate | null)[];

export interface MatrixClusters {
  /** One tally of additive sums per cluster. */
  readonly clusters: readonly Float64Array[];
  readonly models: number;
  /**
   * Returns the cells of the matrix at predictor * models + target, NaN where undefined. Must not keep a reference to
   * the totals.
   */
  readonly cells: (totals: Float64Array) => Float64Array;
}

/**
 * Returns self-advantage under two models of the expected diagonal, both fitted to the off-diagonal cells only: strength
 * plus predictability (Warner, Kenny and Stoto 1979), and strength times predictability. Standard errors: jackknife over
 * clusters (Efron and Stein 1981). The cells must be of a measure that is 0 for predictions without any knowledge.
 */
export function matrixForms(matrix: MatrixClusters): {
  readonly additive: FormEstimates;
  readonly multiplicative: FormEstimates;
} {
  const { clusters, models } = matrix;
  const size = models + 1;
  const totals = clusters.length === 0 ? new Float64Array(0) : totalsOf(clusters);
  const values = clusters.length === 0 ? new Float64Array(2 * size).fill(Number.NaN) : formValues(matrix, totals);
  const errors = jackknifeErrors(matrix, totals, values.length);
  const estimates = Array.from(values, (value, index): FormEstimate | null => {
    const error = errors[index] as number;
    return Number.isFinite(value) && error > 0 ? { value, error, degrees: clusters.length - 1 } : null;
  });
  return { additive: estimates.slice(0, size), multiplicative: estimates.slice(size) };
}

/** Returns the additive self-advantage of each model and of all, then the multiplicative ones; NaN where undefined. */
function formValues({ models, cells }: MatrixClusters, totals: Float64Array): Float64Array {
  const found = cells(totals);
  const values = new Float64Array(2 * (models + 1)).fill(Number.NaN);
  const forms = [roundRobin(found, models)?.expected ?? null, rankOneDiagonal(found, models)];
  for (const [form, expected] of forms.entries()) {
    if (expected === null) continue;
    const first = form * (models + 1);
    let sum = 0;
    for (let model = 0; model < models; model += 1) {
      const advantage = (found[model * models + model] as number) - (expected[model] as number);
      values[first + model] = advantage;
      sum += advantage;
    }
    values[first + models] = sum / models;
  }
  return values;
}

function jackknifeErrors(matrix: MatrixClusters, totals: Float64Array, width: number): Float64Array {
  const n = matrix.clusters.length;
  const left = matrix.clusters.map((cluster) =>
    formValues(
      matrix,
      totals.map((sum, column) => sum - (cluster[column] as number)),
    ),
  );
  return Float64Array.from({ length: width }, (_, index) => {
    const mean = left.reduce((sum, values) => sum + (values[index] as number), 0) / n;
    const squares = left.reduce((sum, values) => sum + ((values[index] as number) - mean) ** 2, 0);
    return Math.sqrt(((n - 1) / n) * squares);
  });
}

/** Returns the ends of the two-sided interval at 0.95. */
export function formInterval({ value, error, degrees }: FormEstimate): readonly [number, number] {
  const width = (degrees === null ? 1.959963984540054 : tQuantile(0.975, degrees)) * error;
  return [value - width, value + width];
}

/** Returns the one-sided p values of "no advantage" and of "no disadvantage". */
export function formChances({ value, error, degrees }: FormEstimate): {
  readonly above: number;
  readonly below: number;
} {
  const z = degrees === null ? value / error : normalOfT(value / error, degrees);
  return { above: normalCdf(-z), below: normalCdf(z) };
}

/**
 * Returns the normal deviate with the same tail probability as a t deviate (Wallace 1959); accurate to 0.02 from two
 * degrees of freedom on.
 */
export function normalOfT(t: number, degrees: number): number {
  const size = ((8 * degrees + 1) / (8 * degrees + 3)) * Math.sqrt(degrees * Math.log(1 + (t * t) / degrees));
  return t < 0 ? -size : size;
}
