import type { Measure } from '../../domain/measure.ts';
import { pairOf } from '../../domain/people/person.ts';
import { type BinaryColumn, binaryColumns } from '../../measures/binary/binary-tally.ts';
import { categoricalColumns } from '../../measures/categorical/categorical-tally.ts';
import { rankingColumns, rankingPlaces } from '../../measures/ranking/ranking-columns.ts';
import { mostResampled } from '../../stats/resampling/resampling.ts';
import { seededRandom, shuffled } from '../../util/random.ts';
import { type BinaryClaims, buildClaims, type ModelClaims, modelClaims } from './binary-claims.ts';
import { onePerModel, usableUnits } from './comparable-models.ts';
import type { ModelResponses, ResponseMatrix } from './response-matrix.ts';

/** Models on the propositions for which each has a usable prediction and outcome. */
export interface CrossPrediction {
  readonly field: ResponseMatrix;
  readonly condition: string;
  readonly models: readonly string[];
  readonly responses: readonly ModelResponses[];
  /** The run of each model's responses. */
  readonly runs: readonly string[];
  /** Pairs of people in which one predicts the other. Their predictions are not self-predictions. */
  readonly pairs: readonly string[];
  /** Models with so few usable units that including them would exclude most units of the others. */
  readonly excludedModels: readonly string[];
  readonly propositions: BinaryClaims;
  readonly claims: readonly ModelClaims[];
  /** Indices of the propositions that count. */
  readonly shared: readonly number[];
}

/** Minimum share of the best-covered model's usable units that a model must have. */
const minCoverage = 0.5;

/** A crossing that is built again without one of its models. */
interface Reduced {
  readonly from: CrossPrediction;
  readonly without: string;
}

/**
 * Builds the crossing, without pairs of people; null for an experiment without yes/no propositions. A reduced one shares the
 * models' claims.
 */
export function buildCrossPrediction(
  field: ResponseMatrix,
  condition: string,
  reduced: Reduced | null = null,
): CrossPrediction | null {
  const propositions = buildClaims(field);
  if (propositions === null) return null;
  const known = new Map(reduced?.from.models.map((model, index) => [model, reduced.from.claims[index]]));
  const models = onePerModel(field, condition).filter(({ model }) => model !== reduced?.without);
  const alone = models.filter(({ model }) => pairOf(model) === null);
  const all = alone.map((responses) => ({ responses, usable: usableUnits(field, responses) }));
  const most = Math.max(0, ...all.map(({ usable }) => usable));
  const isKept = ({ usable }: { usable: number }) => usable > 0 && usable >= minCoverage * most;
  const kept = all.filter(isKept).map(({ responses }) => responses);
  const claims = kept.map(
    (responses: ModelResponses) => known.get(responses.model) ?? modelClaims(field, responses, propositions),
  );
  const isShared = (index: number) =>
    claims.every(
      ({ prediction, outcome }) =>
        !Number.isNaN(prediction[index] as number) && !Number.isNaN(outcome[index] as number),
    );
  return {
    field,
    condition,
    models: kept.map(({ model }) => model),
    responses: kept,
    runs: kept.map(({ run }) => run),
    pairs: models.map(({ model }) => model).filter((model) => pairOf(model) !== null),
    excludedModels: all.filter((entry) => !isKept(entry)).map(({ responses }) => responses.model),
    propositions,
    claims,
    shared: kept.length === 0 ? [] : [...propositions.unitOf.keys()].filter(isShared),
  };
}

export function conditionsOf(field: ResponseMatrix): readonly string[] {
  return [...new Set(field.responses.map(({ condition }) => condition))];
}

/** Returns the number of distinct items behind propositions. */
export function itemCount({ field, propositions }: CrossPrediction, places: readonly number[]): number {
  return new Set(places.map((index) => field.itemOf[propositions.unitOf[index] as number])).size;
}

/**
 * Returns, by cluster, the sums of right predictions of every predictor and target, then of yes-predictions,
 * yes-outcomes and weights.
 */
export function crossTallies(
  crossing: CrossPrediction,
  places: readonly number[],
  seed: number,
): readonly Float64Array[] {
  const { field, propositions, claims } = crossing;
  const models = claims.length;
  const batchOf = batches(
    places.map((position) => field.clusterOf[propositions.unitOf[position] as number] ?? 0),
    seed,
  );
  const tallies = new Map<number, Float64Array>();
  const margins = models * models;
  const right = rightOf(field.kind);
  const said = new Float64Array(models);
  const held = new Float64Array(models);
  for (let index = 0; index < places.length; index += 1) {
    const position = places[index] as number;
    const batch = batchOf[index] as number;
    const tally = tallies.get(batch) ?? new Float64Array(margins + 2 * models + 1);
    tallies.set(batch, tally);
    for (let model = 0; model < models; model += 1) {
      said[model] = claims[model]?.prediction[position] as number;
      held[model] = claims[model]?.outcome[position] as number;
    }
    const weight = propositions.weight[position] as number;
    addPlace(tally, { said, held, weight, right });
    tally[margins + 2 * models] = (tally[margins + 2 * models] as number) + weight;
  }
  return [...tallies.values()];
}

interface AtPlace {
  readonly said: Float64Array;
  readonly held: Float64Array;
  readonly weight: number;
  readonly right: Right;
}

/** Adds each model's prediction and outcome at a proposition, and how right each predictor is about each target. */
function addPlace(tally: Float64Array, { said, held, weight, right }: AtPlace): void {
  const models = said.length;
  const margins = models * models;
  for (let a = 0; a < models; a += 1) {
    const prediction = said[a] as number;
    if (prediction === 1 || prediction === 0.5)
      tally[margins + a] = (tally[margins + a] as number) + prediction * weight;
    tally[margins + models + a] = (tally[margins + models + a] as number) + weight * (held[a] as number);
    for (let b = 0; b < models; b += 1) {
      const cell = a * models + b;
      tally[cell] = (tally[cell] as number) + weight * right(prediction, held[b] as number);
    }
  }
}

/** Returns how right a prediction is about an outcome, in [0, 1]. */
type Right = (prediction: number, outcome: number) => number;

function rightOf(kind: ResponseMatrix['kind']): Right {
  return kind === 'categorical' ? (prediction, outcome) => Number(prediction === outcome) : rightShare;
}

/** Returns the share of executions that a prediction is right about. */
function rightShare(prediction: number, outcome: number): number {
  if (prediction === 0.5) return 0.5;
  return prediction === 1 ? outcome : prediction === 0 ? 1 - outcome : 0;
}

/** Returns each cluster's index, or the index of its random batch if there are too many clusters to resample. */
export function batches(clusters: readonly number[], seed: number): readonly number[] {
  const distinct = [...new Set(clusters)];
  if (distinct.length <= mostResampled) return clusters;
  const order = shuffled(distinct, seededRandom('batches', seed));
  const batch = new Map(order.map((cluster, index) => [cluster, index % mostResampled]));
  return clusters.map((cluster) => batch.get(cluster) ?? 0);
}

/**
 * Returns a function from the totals of `crossTallies` to one measure of every cell (a, b), at a * models + b; NaN
 * where it is undefined. The returned array is reused.
 */
export function measuredCells(kind: ResponseMatrix['kind'], models: number, measure: Measure) {
  const value = cellMeasure(kind, measure);
  const margins = models * models;
  const sums = new Float64Array(cellColumns);
  const cells = new Float64Array(margins);
  return (totals: Float64Array): Float64Array => {
    sums[3] = totals[margins + 2 * models] as number;
    for (let a = 0; a < models; a += 1) {
      sums[1] = totals[margins + a] as number;
      for (let b = 0; b < models; b += 1) {
        sums[0] = totals[a * models + b] as number;
        sums[2] = totals[margins + models + b] as number;
        cells[a * models + b] = value(sums, 0) ?? Number.NaN;
      }
    }
    return cells;
  };
}

/** Number of sums of a cell: weights of right predictions, of yes-predictions, of yes-outcomes, of all. */
export const cellColumns = 4;

const binaryColumn = (column: BinaryColumn) => binaryColumns.indexOf(column);
/** Returns a measure of one cell whose sums begin at `offset`; null where it has no value for them. */
export function cellMeasure(
  kind: ResponseMatrix['kind'],
  measure: Measure,
): (sums: Float64Array, offset: number) => number | null {
  if (measure.kind !== kind) return () => null;
  if (kind === 'ranking') {
    const totals = new Float64Array(rankingColumns.length);
    const [score, groups] = [rankingPlaces.concordance, rankingPlaces.concordanceGroups];
    return (sums, offset) => {
      totals[score] = sums[offset] as number;
      totals[groups] = sums[offset + 3] as number;
      return measure.value(totals);
    };
  }
  if (kind === 'categorical') {
    const totals = new Float64Array(categoricalColumns.length);
    const [right, rows] = [categoricalColumns.indexOf('right'), categoricalColumns.indexOf('rows')];
    return (sums, offset) => {
      totals[right] = sums[offset] as number;
      totals[rows] = sums[offset + 3] as number;
      return measure.value(totals);
    };
  }
  const totals = new Float64Array(binaryColumns.length);
  const [tp, fp, tn, fn] = [
    binaryColumn('truePositive'),
    binaryColumn('falsePositive'),
    binaryColumn('trueNegative'),
    binaryColumn('falseNegative'),
  ];
  return (sums, offset) => {
    const said = sums[offset + 1] as number;
    const held = sums[offset + 2] as number;
    const all = sums[offset + 3] as number;
    const both = ((sums[offset] as number) - all + said + held) / 2;
    totals[tp] = settled(both, all);
    totals[fp] = settled(said - both, all);
    totals[tn] = settled(all - said - held + both, all);
    totals[fn] = settled(held - both, all);
    return measure.value(totals);
  };
}

/** Returns 0 for a count that differs from 0 only by rounding; otherwise an empty class would not be recognized. */
function settled(count: number, all: number): number {
  return Math.abs(count) < 1e-9 * Math.max(1, all) ? 0 : count;
}
