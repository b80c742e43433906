import { ridgeRegression } from '../basic/ridge-regression.ts';

/** What models predicted and did on the same rows (items, or questions of an order), in folds of whole groups. */
interface SharedRows {
  /** One column per model and kind (its outcomes, its predictions of itself), by row; NaN where unknown. */
  readonly columns: readonly Float64Array[];
  /** Fold of each row; all rows of a group have the same fold. */
  readonly foldOf: ArrayLike<number>;
  readonly folds: number;
}

/** Means, standard deviations and correlations of all columns outside one fold. */
interface TrainedFold {
  readonly means: Float64Array;
  /** 1 / standard deviation; 0 for a column that never varies. */
  readonly scales: Float64Array;
  /** Correlations at row * columns + column; an unknown value counts as the mean. */
  readonly correlations: Float64Array;
}

/** Rows with everything about the columns that does not depend on a target model; computed once for all targets. */
export interface PreparedRows extends SharedRows {
  readonly trained: readonly TrainedFold[];
}

/** Prepares rows for `sharedDifficulty`: standardizes and correlates the columns outside each fold. */
export function prepareShared(rows: SharedRows): PreparedRows {
  return { ...rows, trained: Array.from({ length: rows.folds }, (_, fold) => trainedOutside(rows, fold)) };
}

/** A target model and the columns of the other models. */
export interface SharedTarget {
  /** The target's outcome by row: in [0, 1] for the logistic family; NaN where the row does not count. */
  readonly outcome: Float64Array;
  /** The target's own prediction by row; NaN where the row does not count. */
  readonly prediction: Float64Array;
  /**
   * Sets of columns, without the target's own. Each gives one factor score: the first that of all other models, further
   * ones those of smaller sets, such as the target's relatives.
   */
  readonly factors: readonly (readonly number[])[];
  /** `logistic` for shares of "yes", `normal` for positions. */
  readonly family: 'logistic' | 'normal';
}

/** Held-out values by row; NaN where a row does not count. */
interface SharedDifficulty {
  /** The target's outcome predicted from the factors alone: a probability of "yes", or a position. */
  readonly fitted: Float64Array;
  /** Gain in log score (nats) by adding the target's own prediction to the factors. */
  readonly gain: Float64Array;
}

/** Ridge on standardized regressors and on the constant: as much as one tenth of a row of information. */
const ridge = 0.1;
const leastVariance = 1e-6;
const leastProbability = 1e-12;
const rounds = 100;

/**
 * Predicts a target's outcomes from what the other models' outcomes and predictions share, and says how much the
 * target's own prediction adds. In each fold: columns are standardized, and weighted by the first principal axis of
 * their correlations (power iteration; negative loadings are set to 0), both outside the fold; the outcome is regressed
 * on the resulting factor score (logistic or linear, ridge 0.1) outside the fold; the log score is that of the fold's
 * own rows. The gain is the log score of a regression on the factors and the own prediction, minus that of the factors.
 */
export function sharedDifficulty(rows: PreparedRows, target: SharedTarget): SharedDifficulty {
  const n = target.outcome.length;
  const fitted = new Float64Array(n).fill(Number.NaN);
  const gain = new Float64Array(n).fill(Number.NaN);
  const counted = Array.from({ length: n }, (_, row) => row).filter(
    (row) => !Number.isNaN(target.outcome[row] as number) && !Number.isNaN(target.prediction[row] as number),
  );
  for (let fold = 0; fold < rows.folds; fold += 1) {
    const training = counted.filter((row) => rows.foldOf[row] !== fold);
    const tested = counted.filter((row) => rows.foldOf[row] === fold);
    if (training.length === 0 || tested.length === 0) continue;
    const scores = target.factors.map((columns) => standardized(factorScores(rows, fold, columns), training));
    const { outcome, family } = target;
    const own = standardized(target.prediction, training);
    const base = ridgeRegression({ regressors: scores, outcome, rows: training, ridge, family });
    const more = ridgeRegression({ regressors: [...scores, own], outcome, rows: training, ridge, family });
    const [spread, spreadMore] = [base, more].map((values) => variance(values, outcome, training));
    for (const row of tested) {
      const y = outcome[row] as number;
      fitted[row] = base[row] as number;
      gain[row] =
        family === 'logistic'
          ? binaryScore(y, more[row] as number) - binaryScore(y, base[row] as number)
          : normalScore(y - (more[row] as number), spreadMore as number) -
            normalScore(y - (base[row] as number), spread as number);
    }
  }
  return { fitted, gain };
}

function trainedOutside({ columns, foldOf }: SharedRows, fold: number): TrainedFold {
  const count = columns.length;
  const means = new Float64Array(count);
  const scales = new Float64Array(count);
  for (const [index, column] of columns.entries()) {
    const known = [...column.keys()].filter((row) => foldOf[row] !== fold && !Number.isNaN(column[row] as number));
    const { mean, scale } = momentsOf(column, known);
    means[index] = mean;
    scales[index] = scale;
  }
  const correlations = new Float64Array(count * count);
  const row = new Float64Array(count);
  let n = 0;
  for (let item = 0; item < foldOf.length; item += 1) {
    if (foldOf[item] === fold) continue;
    n += 1;
    for (let one = 0; one < count; one += 1) {
      row[one] = deviation(columns[one]?.[item] as number, means[one] as number, scales[one] as number);
      for (let other = 0; other <= one; other += 1) {
        const position = one * count + other;
        correlations[position] = (correlations[position] as number) + (row[one] as number) * (row[other] as number);
      }
    }
  }
  for (let one = 0; one < count; one += 1) {
    for (let other = 0; other <= one; other += 1) {
      const value = (correlations[one * count + other] as number) / Math.max(1, n);
      correlations[one * count + other] = value;
      correlations[other * count + one] = value;
    }
  }
  return { means, scales, correlations };
}

function momentsOf(values: Float64Array, rows: readonly number[]): { readonly mean: number; readonly scale: number } {
  const n = rows.length;
  if (n === 0) return { mean: 0, scale: 0 };
  const mean = rows.reduce((sum, row) => sum + (values[row] as number), 0) / n;
  const squares = rows.reduce((sum, row) => sum + ((values[row] as number) - mean) ** 2, 0);
  return { mean, scale: squares > 1e-12 * n ? 1 / Math.sqrt(squares / n) : 0 };
}

/** Returns a value in standard deviations from the mean; an unknown one counts as the mean. */
function deviation(value: number, mean: number, scale: number): number {
  return Number.isNaN(value) ? 0 : (value - mean) * scale;
}

function standardized(values: Float64Array, training: readonly number[]): Float64Array {
  const { mean, scale } = momentsOf(values, training);
  return values.map((value) => deviation(value, mean, scale));
}

/** Returns, by row, the sum of loading times standardized column, both from outside the fold. */
function factorScores({ columns, trained, foldOf }: PreparedRows, fold: number, chosen: readonly number[]) {
  const { means, scales, correlations } = trained[fold] as TrainedFold;
  const loadings = firstAxis(correlations, columns.length, chosen);
  const scores = new Float64Array(foldOf.length);
  for (const [position, index] of chosen.entries()) {
    const loading = Math.max(0, loadings[position] as number);
    if (loading === 0) continue;
    const [column, mean, scale] = [columns[index] as Float64Array, means[index] as number, scales[index] as number];
    for (let row = 0; row < scores.length; row += 1) {
      scores[row] = (scores[row] as number) + loading * deviation(column[row] as number, mean, scale);
    }
  }
  return scores;
}

/** Returns the first principal axis of some of the columns, with a positive sum. */
function firstAxis(correlations: Float64Array, count: number, chosen: readonly number[]): Float64Array {
  let axis = new Float64Array(chosen.length).fill(1 / Math.sqrt(chosen.length));
  for (let round = 0; round < rounds; round += 1) {
    const next = axis.map((_, one) =>
      chosen.reduce(
        (sum, column, other) =>
          sum + (correlations[(chosen[one] as number) * count + column] as number) * (axis[other] as number),
        0,
      ),
    );
    const length = Math.hypot(...next);
    if (length < 1e-12) break;
    axis = next.map((value) => value / length);
  }
  const sum = axis.reduce((total, value) => total + value, 0);
  return sum < 0 ? axis.map((value) => -value) : axis;
}

function variance(values: Float64Array, outcome: Float64Array, rows: readonly number[]): number {
  const squares = rows.reduce((sum, row) => sum + ((outcome[row] as number) - (values[row] as number)) ** 2, 0);
  return Math.max(leastVariance, squares / rows.length);
}

function binaryScore(share: number, fitted: number): number {
  const probability = Math.min(1 - leastProbability, Math.max(leastProbability, fitted));
  return share * Math.log(probability) + (1 - share) * Math.log(1 - probability);
}

function normalScore(error: number, spread: number): number {
  return -0.5 * (Math.log(spread) + (error * error) / spread);
}
