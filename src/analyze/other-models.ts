import type { Measure } from '../domain/measure.ts';
import type { RankingOutcome } from '../domain/outcome.ts';
import { predictionTally } from '../measures/ranking-tally.ts';
import { ratio } from '../stats/basic/moments.ts';
import { seededRandom, shuffled } from '../util/random.ts';
import { buildClaims, type ModelClaims, modelClaims } from './compare/binary-claims.ts';
import { onePerModel } from './compare/comparable-models.ts';
import { isUsual, meanOrder, meanOutcomes, meanPlaces, rankedBy } from './compare/consensus.ts';
import { type ModelResponses, questionCount, type ResponseMatrix } from './compare/response-matrix.ts';

/** Score of the behavior of k other models as the prediction of a model, on the units of all of them. */
export interface OthersAt {
  readonly k: number;
  readonly value: number | null;
}

/** Maximum number of subsets per size that the mean is taken over. */
const maxSubsets = 20;

/** Scores, by unit, of other models' behavior as the prediction of one model. */
interface Others {
  readonly models: number;
  /** By unit, in the headline's units; NaN where the own prediction does not count or none of the others is known. */
  readonly scores: Float64Array;
  /** For increasing k, the mean over subsets of k others (all subsets, or 20 random ones). */
  readonly curve: readonly OthersAt[];
}

/**
 * Scores other models' behavior. Prepared once per response matrix and condition: each model is one of the others for
 * every other model.
 */
export class OtherModels {
  readonly #field: ResponseMatrix;
  readonly #seed: number;
  readonly #all: readonly ModelResponses[];
  readonly #score: (own: ModelResponses, others: readonly ModelResponses[]) => Float64Array | null;

  constructor(field: ResponseMatrix, condition: string, seed: number) {
    this.#field = field;
    this.#seed = seed;
    this.#all = onePerModel(field, condition);
    this.#score = field.kind === 'binary' ? byMajority(field) : field.kind === 'ranking' ? byOrder(field) : () => null;
  }

  /** Returns the scores for one model; null where no other model has the same items. */
  of(own: ModelResponses): Others | null {
    const others = this.#all.filter(({ model }) => model !== own.model);
    const scores = others.length === 0 ? null : this.#score(own, others);
    if (scores === null) return null;
    return { models: others.length, scores, curve: this.#curve(own, others, scores) };
  }

  #curve(own: ModelResponses, others: readonly ModelResponses[], all: Float64Array): readonly OthersAt[] {
    // Sizes one, two, four, ... and the total; a curve needs no more.
    const sizes = [1, 2, 4, 8, 16, 32].filter((k) => k < others.length);
    const points = sizes.map((k): OthersAt => {
      const means = subsetsOf(others, k, this.#seed).flatMap((subset) => meanOf(this.#score(own, subset)) ?? []);
      return { k, value: ratio(means.reduce((sum, mean) => sum + mean, 0), means.length) }; // biome-ignore format: short
    });
    return [...points, { k: others.length, value: meanOf(all) }];
  }

  get field(): ResponseMatrix {
    return this.#field;
  }
}

/** Returns every single model where k is 1, else random subsets. */
function subsetsOf(others: readonly ModelResponses[], k: number, seed: number): readonly (readonly ModelResponses[])[] {
  if (k === 1) return others.map((other) => [other]);
  return Array.from({ length: maxSubsets }, (_, draw) => {
    return shuffled(others, seededRandom('others', seed, k, draw)).slice(0, k);
  });
}

function meanOf(scores: Float64Array | null): number | null {
  let [sum, known] = [0, 0];
  for (const score of scores ?? []) {
    if (Number.isNaN(score)) continue;
    sum += score;
    known += 1;
  }
  return ratio(sum, known);
}

/** Returns a scorer by majority; an even split follows the majority of units. */
function byMajority(field: ResponseMatrix) {
  const propositions = buildClaims(field);
  const known = new Map<ModelResponses, ModelClaims>();
  return (own: ModelResponses, others: readonly ModelResponses[]): Float64Array | null => {
    if (propositions === null) return null;
    const claimsOf = (responses: ModelResponses): ModelClaims => {
      const claims = known.get(responses) ?? modelClaims(field, responses, propositions);
      known.set(responses, claims);
      return claims;
    };
    const shares = meanOutcomes(others.map(claimsOf), propositions.unitOf.length);
    const usual = isUsual(shares);
    const { outcome, prediction } = claimsOf(own);
    for (let unit = 0; unit < shares.length; unit += 1) {
      const share = shares[unit] as number;
      const yes = share === 0.5 ? usual : share > 0.5;
      const isScored = !Number.isNaN(share) && !Number.isNaN(prediction[unit] as number);
      shares[unit] = isScored ? (yes ? (outcome[unit] as number) : 1 - (outcome[unit] as number)) : Number.NaN;
    }
    return shares;
  };
}

/**
 * Returns a scorer by the order of mean positions. Many subsets share an order, so each order of a unit is scored once
 * per model.
 */
function byOrder(field: ResponseMatrix) {
  const [headline] = field.experiment.measures;
  const known = new Map<ModelResponses, Float64Array>();
  let scored: { readonly own: ModelResponses | null; readonly byUnit: readonly Map<OrderKey, number>[] } = {
    own: null,
    byUnit: [],
  };
  return (own: ModelResponses, others: readonly ModelResponses[]): Float64Array | null => {
    if (headline?.kind !== 'ranking') return null;
    const places = others.map((responses) => {
      const own = known.get(responses) ?? meanPlaces(field, responses);
      known.set(responses, own);
      return own;
    });
    if (scored.own !== own) scored = { own, byUnit: Array.from(field.itemOf, () => new Map()) };
    const found = new Float64Array(field.itemOf.length).fill(Number.NaN);
    for (const [unit, scores] of scored.byUnit.entries()) {
      const first = field.firstQuestion[unit] ?? 0;
      if (questionCount(field, unit) === 0 || Number.isNaN(own.prediction.at(first))) continue;
      const order = meanOrder(field, places, unit);
      if (order === null) continue;
      const key = orderKey(order);
      const score = scores.get(key) ?? scoreOf(headline, rankedBy(field, { responses: own, unit, order }));
      scores.set(key, score);
      found[unit] = score;
    }
    return found;
  };
}

type OrderKey = number | string;

/** Returns the order as one number, or as text where that would exceed the exact integers: a text takes long to hash. */
function orderKey(order: readonly number[]): OrderKey {
  if (order.length > 13) return String(order);
  let key = 0;
  for (const question of order) key = key * order.length + question;
  return key;
}

function scoreOf(measure: Measure, outcome: RankingOutcome): number {
  return measure.value(predictionTally(outcome)) ?? Number.NaN;
}
