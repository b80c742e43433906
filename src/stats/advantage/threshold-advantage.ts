import { seededRandom } from '../../util/random.ts';
import { factorFit, impliedCorrelation, isFitted, type LinkedCorrelations } from './factor-fit.ts';
import { type Linked, linkedOf } from './linked-correlations.ts';
import { thresholdOf } from './tetrachoric.ts';
import { drawn, type LinkedSample, worldOf } from './threshold-world.ts';

export type { LinkedSample } from './threshold-world.ts';

interface ThresholdOptions {
  readonly seed: number;
  /** Number of data sets simulated from the fitted model without self-knowledge; default: 200. */
  readonly draws?: number;
}

/** An estimate with its standard error in data sets without self-knowledge, per model and overall. */
interface ThresholdAdvantage {
  /** Number of factors that models share. */
  readonly rank: number;
  /** Correlation of a model's prediction with its own outcome beyond shared factors; the last is the mean of all. */
  readonly values: Float64Array;
  readonly errors: Float64Array;
  /**
   * Standard error of the mean difference of diagonal and off-diagonal phi in the simulated data sets, for a design
   * effect.
   */
  readonly phiError: number;
}

/**
 * Maximum number of simulated items; for more, the spread is scaled, because sampling error is inversely proportional
 * to the root of the items.
 */
const maxSimulated = 1_000;
/** A number of factors is rejected where fewer than this share of simulated data sets with it are as irregular. */
const rejected = 0.05;
/** Below this share, one more factor than needed is fitted as well. */
const doubtful = 0.2;
/**
 * Factors of standard errors where models share more than one factor, and where they share more than one per three
 * models: the bootstrap knows the number of factors, which was chosen in the same data, and a factor that few models share
 * hardly determines how a model's prediction goes with its own outcome. Calibrated in `test/simulation/self-advantage.test.ts`.
 */
const widened = { several: 1.12, tooMany: 1.5 } as const;

/**
 * Returns the maximum number of shared factors for a number of models: one, and one per three models, at most five; 0 below
 * four models. A factor of two models alone does not determine how each one's prediction goes with its own outcome: with
 * larger loadings in one model and smaller ones in the other, all other correlations stay the same.
 */
export function maxFactors(models: number): number {
  return models < 4 ? 0 : Math.min(5, 1 + Math.floor(models / 3));
}

/**
 * Estimates self-advantage in a threshold model: prediction and outcome are "yes" where normal variables lie below
 * thresholds; these share factors (what any model knows about the item, what models of a family know), and a model's
 * own two are correlated beyond them by its self-knowledge. That correlation is estimated as the tetrachoric
 * correlation minus the one implied by factors fitted to all other correlations. Bias and standard error: parametric
 * bootstrap from the fitted model without self-knowledge; wider beyond one factor. The number of factors is the
 * smallest that explains how models resemble each other. Unless that is one factor without doubt, each estimate is the
 * one nearer to 0, in standard errors, of this number and one more, since families that are found may have more that
 * are not. Without a value: `undetermined` below four models, and where a model always predicts or always does the
 * same; `unexplained` where even the maximum number of factors does not explain the resemblance, because what a model
 * shares with its family could then be taken for self-knowledge; `related` where all models are declared relatives.
 *
 * Declared families (`familyOf`) do not enter the factors: what relatives share is the mean residual of predictions with
 * the outcomes of relatives over all cells of a family, and as much is expected of each member's prediction of itself. The
 * bootstrap draws from the fitted model with these terms, so the error contains theirs.
 */
export function thresholdAdvantage(
  given: LinkedSample,
  { seed, draws = 200 }: ThresholdOptions,
): ThresholdAdvantage | 'undetermined' | 'unexplained' | 'related' {
  const sample = withoutLoneFamilies(given);
  const observed = linkedOf(sample);
  const most = maxFactors(sample.models);
  if (sample.familyOf !== undefined && new Set(sample.familyOf).size < 2) return 'related';
  if (observed === null || most === 0) return 'undetermined';
  for (let rank = 1; rank <= most; rank += 1) {
    const found = underRank(sample, observed, { rank, seed, draws });
    if (found.irregular < rejected) continue;
    const estimate = advantageOf(found, rank);
    if (rank === 1 && found.irregular >= doubtful) return estimate;
    const further = advantageOf(underRank(sample, observed, { rank: rank + 1, seed, draws }), rank + 1);
    return withWiderErrors(nearerToZero(estimate, further), sample.models);
  }
  return 'unexplained';
}

/** Returns the sample without families where each model is the only one of its family. */
function withoutLoneFamilies({ familyOf, ...sample }: LinkedSample): LinkedSample {
  return familyOf === undefined || new Set(familyOf).size === familyOf.length ? sample : { ...sample, familyOf };
}

/** Returns, of each pair of estimates, the one that is nearer to 0 in standard errors. */
function nearerToZero(one: ThresholdAdvantage, other: ThresholdAdvantage): ThresholdAdvantage {
  const size = ({ values, errors }: ThresholdAdvantage, index: number) =>
    Math.abs((values[index] as number) / (errors[index] as number));
  const chosen = Array.from(one.values, (_, index) => (size(other, index) < size(one, index) ? other : one));
  return {
    ...one,
    values: Float64Array.from(chosen, ({ values }, index) => values[index] as number),
    errors: Float64Array.from(chosen, ({ errors }, index) => errors[index] as number),
  };
}

function withWiderErrors(estimate: ThresholdAdvantage, models: number): ThresholdAdvantage {
  if (estimate.rank === 1) return estimate;
  const factor = 3 * estimate.rank <= models ? widened.several : widened.tooMany;
  return { ...estimate, errors: estimate.errors.map((error) => error * factor) };
}

interface UnderRank {
  readonly values: Float64Array;
  readonly simulated: readonly Statistics[];
  /** Share of simulated data sets whose residuals resemble each other as much. */
  readonly irregular: number;
  /** Square root of simulated over real items. */
  readonly scale: number;
}

interface Statistics {
  readonly values: Float64Array;
  /** By model: mean covariance of predictions with relatives' outcomes beyond the factors; 0 without relatives. */
  readonly family: Float64Array;
  /** How much models resemble each other beyond the factors. */
  readonly resemblance: number;
  readonly phi: number;
}

function underRank(
  sample: LinkedSample,
  observed: Linked,
  { rank, seed, draws }: { readonly rank: number; readonly seed: number; readonly draws: number },
): UnderRank {
  const fitted = factorFit(observed, rank);
  const own = statisticsOf(observed, fitted, rank);
  const items = Math.min(maxSimulated, sample.items);
  const world = worldOf(sample, observed, { loadings: fitted, rank, items, family: own.family });
  const simulated = Array.from({ length: draws }, (_, draw) => {
    const made = linkedOf(drawn(world, seededRandom('threshold', seed, rank, draw)));
    return made === null ? null : statisticsOf(made, factorFit(made, rank), rank);
  }).filter((found) => found !== null);
  // In a smaller data set noise resembles itself more, so a large real one is compared at its own size.
  const scale = Math.sqrt(items / sample.items);
  const irregular = simulated.filter(({ resemblance }) => resemblance * scale >= own.resemblance).length;
  return { values: own.values, simulated, irregular: irregular / Math.max(1, simulated.length), scale };
}

function advantageOf({ values, simulated, scale }: UnderRank, rank: number): ThresholdAdvantage {
  const n = simulated.length;
  const spread = (of: (found: Statistics) => number) => {
    const mean = simulated.reduce((sum, found) => sum + of(found), 0) / n;
    const squares = simulated.reduce((sum, found) => sum + (of(found) - mean) ** 2, 0);
    return { mean, error: Math.sqrt(squares / (n - 1)) * scale };
  };
  const spreads = Array.from(values, (_, index) => spread((found) => found.values[index] as number));
  return {
    rank,
    values: values.map((value, index) => value - (spreads[index]?.mean ?? 0)),
    errors: Float64Array.from(spreads, ({ error }) => error),
    phiError: spread(({ phi }) => phi).error,
  };
}

function statisticsOf(linked: Linked, loadings: Float64Array, rank: number): Statistics {
  const { models, values, phi, rates, familyOf } = linked;
  const variables = 2 * models;
  const links = new Float64Array(models + 1);
  const above = Array.from(rates, (rate) => thresholdOf(rate).at);
  const slope = thresholdSlope(linked, { loadings, rank, above });
  const residual = (one: number, other: number) =>
    (values[one * variables + other] as number) -
    impliedCorrelation(loadings, rank, [one, other]) -
    slope * (above[one] as number) * (above[other] as number);
  const areRelatives = (a: number, b: number) => a !== b && familyOf !== undefined && familyOf[a] === familyOf[b];
  const family = familyTerms(models, areRelatives, (a, b) => residual(a, models + b));
  const alike = new Float64Array(models * models);
  let [diagonal, others] = [0, 0];
  for (let a = 0; a < models; a += 1) {
    links[a] = residual(a, models + a) - (family[a] as number);
    diagonal += phi[a * variables + models + a] as number;
    for (let b = 0; b < models; b += 1) if (b !== a) others += phi[a * variables + models + b] as number;
    for (let b = 0; b < a; b += 1) {
      if (areRelatives(a, b)) continue; // what they share has its own term
      const predictions = residual(a, b) + residual(a, models + b);
      alike[a * models + b] = predictions + residual(b, models + a) + residual(models + a, models + b);
      alike[b * models + a] = alike[a * models + b] as number;
    }
  }
  links[models] = links.reduce((sum, link) => sum + link, 0) / models;
  const resemblance = rank === 1 ? largestEigenvalue(alike, models) : Math.hypot(...alike);
  return { values: links, family, resemblance, phi: (diagonal - others / (models - 1)) / models };
}

/**
 * Returns, by model, the mean residual of predictions with the outcomes of relatives, over all cells of its family: what a
 * model shares with its family is expected on the diagonal as much as beside it.
 */
function familyTerms(
  models: number,
  areRelatives: (a: number, b: number) => boolean,
  residual: (a: number, b: number) => number,
): Float64Array {
  const all = Array.from({ length: models }, (_, model) => model);
  return Float64Array.from(all, (model) => {
    const members = all.filter((other) => other === model || areRelatives(model, other));
    const cells = members.flatMap((a) => members.flatMap((b) => (a === b ? [] : [residual(a, b)])));
    return cells.length === 0 ? 0 : cells.reduce((sum, cell) => sum + cell, 0) / cells.length;
  });
}

/**
 * The largest eigenvalue of a symmetric matrix, by power iteration: what is left over of one factor are blocks of models,
 * which it finds with more power than a sum of squares. Blocks that are left over of more factors are small and many.
 */
function largestEigenvalue(matrix: Float64Array, size: number): number {
  let shift = 0; // no eigenvalue is below -shift
  for (let row = 0; row < size; row += 1) {
    let sum = 0;
    for (let column = 0; column < size; column += 1) sum += Math.abs(matrix[row * size + column] as number);
    shift = Math.max(shift, sum);
  }
  const axis = Float64Array.from({ length: size }, (_, index) => Math.cos(1.7 * index + 0.3));
  const next = new Float64Array(size);
  let length = shift;
  for (let round = 0; round < 60; round += 1) {
    let squares = 0;
    for (let row = 0; row < size; row += 1) {
      let sum = shift * (axis[row] as number);
      for (let column = 0; column < size; column += 1) {
        sum += (matrix[row * size + column] as number) * (axis[column] as number);
      }
      next[row] = sum;
      squares += sum * sum;
    }
    length = Math.sqrt(squares);
    if (length < 1e-12) return 0;
    for (let row = 0; row < size; row += 1) axis[row] = (next[row] as number) / length;
  }
  return length - shift;
}

interface Fitted {
  readonly loadings: Float64Array;
  readonly rank: number;
  readonly above: readonly number[];
}

/**
 * Returns the slope of the residuals on the product of two thresholds. Where evidence is not quite normal, tetrachoric
 * correlations rise or fall with thresholds of the same sign, and a model that knows its own rate has two such
 * thresholds.
 */
function thresholdSlope(correlations: LinkedCorrelations, { loadings, rank, above }: Fitted): number {
  const { models, values } = correlations;
  const variables = 2 * models;
  let [product, square] = [0, 1e-3];
  for (let one = 0; one < variables; one += 1) {
    for (let other = 0; other < one; other += 1) {
      if (!isFitted(correlations, one, other)) continue;
      const both = (above[one] as number) * (above[other] as number);
      const rest = (values[one * variables + other] as number) - impliedCorrelation(loadings, rank, [one, other]);
      product += both * rest;
      square += both * both;
    }
  }
  return product / square;
}
