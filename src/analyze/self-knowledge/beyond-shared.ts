import { unitScorer } from '../../measures/binary/unit-score.ts';
import {
  type PreparedRows,
  prepareShared,
  type SharedTarget,
  sharedDifficulty,
} from '../../stats/advantage/shared-difficulty.ts';
import { level } from '../../stats/basic/intervals.ts';
import { clusterBootstrapAll, fewestClusters } from '../../stats/resampling/bootstrap.ts';
import { signFlipTest } from '../../stats/resampling/permutation.ts';
import { batches } from '../compare/batches.ts';
import { buildClaims, modelClaims } from '../compare/binary-claims.ts';
import { onePerModel, usableUnits } from '../compare/comparable-models.ts';
import { meanPlaces, rankedBy } from '../compare/consensus.ts';
import { ends } from '../compare/paired-differences.ts';
import { type ModelResponses, questionCount, type ResponseMatrix } from '../compare/response-matrix.ts';
import { clusterFolds, folds } from './item-baselines.ts';
import { scoreOf } from './other-models.ts';

/** Below this number of models, the target included, there is no value: what three models share is hardly determined. */
const minModels = 4;
/** Below this number of models the value is marked, and no verdict uses it. */
const enoughModels = 6;
/** Minimum share of the best-covered model's usable units that a model must have to be one of the others. */
const minCoverage = 0.5;

/**
 * How much a model's own prediction of itself adds to what all models share (the factor of the other models' outcomes and
 * predictions), in nats per unit; or why that is not known.
 */
export type BeyondShared =
  | {
      readonly kind: 'known';
      /** Mean held-out gain in log score, in nats per unit (question of an order). Above 0: it adds something. */
      readonly value: number;
      readonly interval: readonly [number, number] | null;
      /** Two-sided sign-flip test by cluster; half of it is the one-sided p of the side of `value`. */
      readonly p: number;
      readonly n: number;
      /** Number of models, this one included. */
      readonly models: number;
      /** Whether these are fewer than `enoughModels`: a factor of few models leaves shared difficulty over. */
      readonly fewModels: boolean;
    }
  | { readonly kind: 'unknown'; readonly reason: string };

/** The shared difficulty as the prediction of one model. */
interface SharedPrediction {
  readonly beyond: BeyondShared;
  /**
   * Headline score of the shared difficulty as the prediction, by unit; NaN where the own prediction does not count.
   * Null where `beyond` is unknown, or the experiment has no headline.
   */
  readonly scores: Float64Array | null;
}

type Rows = Pick<SharedTarget, 'outcome' | 'prediction'>;

/** A model's rows: units of yes/no outcomes, or questions of orders. */
interface ModelRows extends Rows {
  readonly responses: ModelResponses;
}

/**
 * Predicts each model's outcomes on one response matrix and condition from what the other models share. Prepared once:
 * each model is one of the others for every other model.
 */
export class SharedDifficulties {
  readonly #field: ResponseMatrix;
  readonly #seed: number;
  readonly #unitOfRow: Int32Array;
  readonly #clusterOf: readonly number[];
  readonly #models: readonly ModelRows[];
  readonly #rowsOf: (responses: ModelResponses) => Rows;
  readonly #prepared: PreparedRows;

  constructor(field: ResponseMatrix, condition: string, seed: number) {
    this.#field = field;
    this.#seed = seed;
    this.#unitOfRow = unitOfRow(field);
    this.#clusterOf = batches(field.clusterOf, seed);
    this.#rowsOf = field.kind === 'ranking' ? (responses) => orderRows(field, responses) : answerRows(field);
    this.#models = isSupported(field)
      ? wellCovered(field, onePerModel(field, condition)).map((responses) => ({
          responses,
          ...this.#rowsOf(responses),
        }))
      : [];
    const foldOf = clusterFolds(field.clusterOf, seed);
    this.#prepared = prepareShared({
      columns: this.#models.flatMap(({ outcome, prediction }) => [outcome, prediction]),
      foldOf: Array.from(this.#unitOfRow, foldOf),
      folds,
    });
  }

  /**
   * Returns the shared difficulty as the prediction of one model, and what the model's own prediction adds to it.
   * `isRelative` says which models belong to its family: what these share is one more factor, because a family's
   * knowledge is not private either.
   */
  of(own: ModelResponses, isRelative: (model: string) => boolean = () => false): SharedPrediction {
    if (!isSupported(this.#field)) return unknown('for yes/no outcomes and orders only');
    const others = [...this.#models.keys()].filter((index) => this.#models[index]?.responses.model !== own.model);
    const models = others.length + 1;
    if (models < minModels) return unknown(`needs at least ${minModels} models on the same items (has ${models})`);
    const rows = this.#models.find(({ responses }) => responses === own) ?? this.#rowsOf(own);
    const relatives = others.filter((index) => isRelative(this.#models[index]?.responses.model ?? ''));
    const factors = [others, ...(relatives.length === 0 ? [] : [relatives])].map(columnsOf);
    const family = this.#field.kind === 'ranking' ? 'normal' : 'logistic';
    const { fitted, gain } = sharedDifficulty(this.#prepared, { ...rows, factors, family });
    return { beyond: this.#beyond(gain, models), scores: this.#scores(own, rows, fitted) };
  }

  #beyond(gain: Float64Array, models: number): BeyondShared {
    const byCluster = new Map<number, [sum: number, n: number]>();
    for (const [row, value] of gain.entries()) {
      if (Number.isNaN(value)) continue;
      const cluster = this.#clusterOf[this.#unitOfRow[row] as number] as number;
      const sum = byCluster.get(cluster) ?? [0, 0];
      byCluster.set(cluster, [sum[0] + value, sum[1] + 1]);
    }
    const clusters = [...byCluster.values()];
    const n = clusters.reduce((sum, [, rows]) => sum + rows, 0);
    const seed = this.#seed;
    const test = signFlipTest(
      clusters.map(([sum]) => sum),
      { seed },
    );
    if (test === null) return { kind: 'unknown', reason: 'no unit with a prediction and an outcome' };
    const values = (totals: Float64Array) => [(totals[0] as number) / (totals[1] as number)];
    const [interval = null] =
      clusters.length < fewestClusters(level) ? [] : clusterBootstrapAll({ clusters, values, seed, level });
    const value = clusters.reduce((sum, [each]) => sum + each, 0) / n;
    return {
      ...{ kind: 'known', value, interval: ends(interval), p: test.p, n },
      ...{ models, fewModels: models < enoughModels },
    };
  }

  /** Returns the headline score, by unit, of the fitted values as the prediction. */
  #scores(own: ModelResponses, { outcome, prediction }: Rows, fitted: Float64Array): Float64Array | null {
    const field = this.#field;
    const [headline] = field.experiment.measures;
    if (headline?.kind !== field.kind) return null;
    if (field.kind === 'binary') {
      const score = unitScorer(headline);
      return fitted.map((yes, unit) => {
        const isScored = !Number.isNaN(yes) && !Number.isNaN(prediction[unit] as number);
        return isScored ? score(yes > 0.5, outcome[unit] as number) : Number.NaN;
      });
    }
    return Float64Array.from(field.itemOf, (_, unit) => {
      const first = field.firstQuestion[unit] ?? 0;
      const places = fitted.subarray(first, first + questionCount(field, unit));
      if (places.some(Number.isNaN)) return Number.NaN;
      const order = [...places.keys()].sort((one, other) => (places[one] as number) - (places[other] as number));
      return scoreOf(headline, rankedBy(field, { responses: own, unit, order }));
    });
  }
}

function unknown(reason: string): SharedPrediction {
  return { beyond: { kind: 'unknown', reason }, scores: null };
}

function isSupported({ kind }: ResponseMatrix): boolean {
  return kind === 'binary' || kind === 'ranking';
}

/** Returns the places of models' outcomes and predictions among the columns. */
function columnsOf(models: readonly number[]): readonly number[] {
  return models.flatMap((model) => [2 * model, 2 * model + 1]);
}

function wellCovered(field: ResponseMatrix, models: readonly ModelResponses[]): readonly ModelResponses[] {
  const usable = models.map((responses) => usableUnits(field, responses));
  const least = Math.max(1, minCoverage * Math.max(0, ...usable));
  return models.filter((_, index) => (usable[index] as number) >= least);
}

function unitOfRow(field: ResponseMatrix): Int32Array {
  if (field.kind !== 'ranking') return Int32Array.from(field.itemOf.keys());
  return Int32Array.from(field.itemOf.flatMap((_, unit) => new Array<number>(questionCount(field, unit)).fill(unit)));
}

function answerRows(field: ResponseMatrix): (responses: ModelResponses) => Rows {
  const propositions = buildClaims(field);
  return (responses) =>
    propositions === null
      ? { outcome: new Float64Array(0), prediction: new Float64Array(0) }
      : modelClaims(field, responses, propositions);
}

/** Returns the mean and the predicted position of each question in its unit, from 0 (first) to 1 (last). */
function orderRows(field: ResponseMatrix, responses: ModelResponses): Rows {
  const outcome = meanPlaces(field, responses);
  const prediction = new Float64Array(outcome.length).fill(Number.NaN);
  for (const unit of field.itemOf.keys()) {
    const first = field.firstQuestion[unit] ?? 0;
    const last = questionCount(field, unit) - 1;
    for (let row = first; row <= first + last; row += 1) {
      outcome[row] = last === 0 ? Number.NaN : (outcome[row] as number) / last;
      const index = responses.prediction.at(row);
      // A question that the predicted order lacks is neither early nor late.
      prediction[row] = last === 0 ? Number.NaN : index === -1 ? 0.5 : index / last;
    }
  }
  return { outcome, prediction };
}
