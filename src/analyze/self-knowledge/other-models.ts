import type { Measure } from '../../domain/measure.ts';
import type { RankingOutcome } from '../../domain/outcome.ts';
import { accuracy } from '../../measures/binary/binary-measures.ts';
import { unitScorer } from '../../measures/binary/unit-score.ts';
import { predictionTally } from '../../measures/ranking/ranking-tally.ts';
import { buildClaims, type ModelClaims, modelClaims } from '../compare/binary-claims.ts';
import { onePerModel } from '../compare/comparable-models.ts';
import { allUnits, isUsual, meanOrder, meanOutcomes, meanPlaces, rankedBy } from '../compare/consensus.ts';
import type { ModelResponses, ResponseMatrix } from '../compare/response-matrix.ts';

/** Scores, by unit, of other models' behavior as the prediction of one model. */
interface Others {
  readonly models: number;
  /** By unit, in the headline's units; NaN where the own prediction does not count or none of the others is known. */
  readonly scores: Float64Array;
}

/**
 * Scores other models' behavior as the prediction of a model. Prepared once per response matrix and condition: each model
 * is one of the others for every other model.
 */
export class OtherModels {
  readonly field: ResponseMatrix;
  readonly #all: readonly ModelResponses[];
  readonly #units: Uint32Array;
  readonly #score: (beside: Beside) => Float64Array | null;
  readonly #claims: ((own: ModelResponses) => ModelClaims) | null;

  constructor(field: ResponseMatrix, condition: string) {
    this.field = field;
    this.#all = onePerModel(field, condition);
    this.#units = allUnits(field.itemOf.length);
    this.#claims = field.kind === 'binary' ? claimsIn(field) : null;
    this.#score =
      this.#claims !== null ? byMajority(field, this.#claims) : field.kind === 'ranking' ? byOrder(field) : () => null;
  }

  /** Returns a model's own predictions and outcomes; null for outcomes other than yes/no. */
  claims(own: ModelResponses): ModelClaims | null {
    return this.#claims?.(own) ?? null;
  }

  /** Returns the scores for one model; null where no other model has the same items. */
  of(own: ModelResponses): Others | null {
    const others = this.othersOf(own);
    const scores = this.scores(own, others);
    return scores === null ? null : { models: others.length, scores };
  }

  othersOf({ model }: ModelResponses): readonly ModelResponses[] {
    return this.#all.filter((each) => each.model !== model);
  }

  /** Returns the scores of some of the others on all units, or on these; NaN as in `Others`. */
  scores(own: ModelResponses, others: readonly ModelResponses[], units = this.#units): Float64Array | null {
    return others.length === 0 ? null : this.#score({ own, others, units });
  }
}

/** The behavior of some models as the prediction of another one, on these units. */
interface Beside {
  readonly own: ModelResponses;
  readonly others: readonly ModelResponses[];
  readonly units: Uint32Array;
}

/** Returns a look-up of models' yes/no predictions and outcomes; null for outcomes that models cannot agree on. */
function claimsIn(field: ResponseMatrix): ((responses: ModelResponses) => ModelClaims) | null {
  const propositions = buildClaims(field);
  if (propositions === null) return null;
  const known = new Map<ModelResponses, ModelClaims>();
  return (responses) => {
    const claims = known.get(responses) ?? modelClaims(field, responses, propositions);
    known.set(responses, claims);
    return claims;
  };
}

/** Returns a scorer by majority; an even split follows the majority of units. */
function byMajority(field: ResponseMatrix, claimsOf: (responses: ModelResponses) => ModelClaims) {
  const [headline] = field.experiment.measures;
  const scoreOf = unitScorer(headline?.kind === 'binary' ? headline : accuracy);
  return ({ own, others, units }: Beside): Float64Array => {
    const shares = meanOutcomes(others.map(claimsOf), units);
    const usual = isUsual(shares);
    const { outcome, prediction } = claimsOf(own);
    for (let index = 0; index < shares.length; index += 1) {
      const unit = units[index] as number;
      const share = shares[index] as number;
      const yes = share === 0.5 ? usual : share > 0.5;
      const isScored = !Number.isNaN(share) && !Number.isNaN(prediction[unit] as number);
      shares[index] = isScored ? scoreOf(yes, outcome[unit] as number) : Number.NaN;
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
  return ({ own, others, units }: Beside): Float64Array | null => {
    if (headline?.kind !== 'ranking') return null;
    const places = others.map((responses) => {
      const its = known.get(responses) ?? meanPlaces(field, responses);
      known.set(responses, its);
      return its;
    });
    if (scored.own !== own) scored = { own, byUnit: Array.from(field.itemOf, () => new Map()) };
    const found = new Float64Array(units.length).fill(Number.NaN);
    for (let index = 0; index < units.length; index += 1) {
      const unit = units[index] as number;
      if (Number.isNaN(own.prediction.at(field.firstQuestion[unit] ?? 0))) continue;
      const order = meanOrder(field, places, unit);
      if (order === null) continue;
      const scores = scored.byUnit[unit] as Map<OrderKey, number>;
      const key = orderKey(order);
      let score = scores.get(key);
      if (score === undefined) {
        score = scoreOf(headline, rankedBy(field, { responses: own, unit, order }));
        scores.set(key, score);
      }
      found[index] = score;
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

/** Returns the measure of one unit alone; NaN where it has none. */
export function scoreOf(measure: Measure, outcome: RankingOutcome): number {
  return measure.value(predictionTally(outcome)) ?? Number.NaN;
}
