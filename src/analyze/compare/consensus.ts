import type { Measure } from '../../domain/measure.ts';
import type { RankingOutcome, Solve } from '../../domain/outcome.ts';
import { slotOfKind } from '../../domain/slot.ts';
import { type BinaryColumn, binaryColumns, binaryPlaces } from '../../kinds/binary.ts';
import { modalValue } from '../../kinds/categorical.ts';
import { rankingColumns, rankingTally } from '../../kinds/ranking-tally.ts';
import { addTally } from '../../stats/jackknife.ts';
import type { Group } from '../accumulate.ts';
import {
  type DataOf,
  decodeSolve,
  type ModelResponses,
  onePerModel,
  questionCount,
  type ResponseMatrix,
} from './response-matrix.ts';

/**
 * Returns the score of the other models' behavior as the prediction of a model, on the units where its own prediction
 * counts: the majority of their mean outcomes, or the order of their mean positions. Null without another model on the
 * same items.
 */
export function otherModelsBaseline(fields: readonly ResponseMatrix[], dataOf: DataOf) {
  const byGroup = new Map<string, Float64Array | null>();
  const behavior = new Behavior();
  return ({ run, experiment, model, condition }: Group, measure: Measure): number | null => {
    if (measure.usesPrediction === false) return null;
    const key = JSON.stringify([run, experiment, model, condition]);
    let totals = byGroup.get(key);
    if (totals === undefined) {
      totals = totalsOfGroup(fields, { run, experiment, model, condition, data: dataOf(run, experiment), behavior });
      byGroup.set(key, totals);
    }
    return totals === null ? null : measure.value(totals);
  };
}

interface Wanted extends Pick<Group, 'run' | 'experiment' | 'model' | 'condition'> {
  readonly data: string;
  readonly behavior: Behavior;
}

/** Behavior of the models on one response matrix; each is one of the others for every other model. */
class Behavior {
  #field: ResponseMatrix | null = null;
  #propositions: BinaryClaims | null = null;
  #claims = new Map<ModelResponses, ModelClaims>();
  #places = new Map<ModelResponses, Float64Array>();

  propositions(field: ResponseMatrix): BinaryClaims | null {
    this.#at(field);
    this.#propositions ??= buildClaims(field);
    return this.#propositions;
  }

  claims(field: ResponseMatrix, responses: ModelResponses, propositions: BinaryClaims): ModelClaims {
    this.#at(field);
    const claims = this.#claims.get(responses) ?? modelClaims(field, responses, propositions);
    this.#claims.set(responses, claims);
    return claims;
  }

  places(field: ResponseMatrix, responses: ModelResponses): Float64Array {
    this.#at(field);
    const places = this.#places.get(responses) ?? meanPlaces(field, responses);
    this.#places.set(responses, places);
    return places;
  }

  #at(field: ResponseMatrix): void {
    if (field === this.#field) return;
    this.#field = field;
    this.#propositions = null;
    this.#claims = new Map();
    this.#places = new Map();
  }
}

function totalsOfGroup(
  fields: readonly ResponseMatrix[],
  { run, experiment, model, condition, data, behavior }: Wanted,
) {
  for (const field of fields) {
    if (field.experiment.name !== experiment || field.data !== data) continue;
    const own = field.responses.find(
      (responses) => responses.run === run && responses.model === model && responses.condition === condition,
    );
    const others = onePerModel(field, condition).filter((responses) => responses.model !== model);
    if (own === undefined || others.length === 0) continue;
    if (field.kind === 'binary') return binaryTotals(field, behavior, { own, others });
    if (field.kind === 'ranking') return rankingTotals(field, behavior, { own, others });
  }
  return null;
}

interface ComparedModels {
  readonly own: ModelResponses;
  readonly others: readonly ModelResponses[];
}

/** Returns the cells of the majority's prediction; an even split follows the majority of units. */
function binaryTotals(field: ResponseMatrix, behavior: Behavior, { own, others }: ComparedModels): Float64Array | null {
  const propositions = behavior.propositions(field);
  if (propositions === null) return null;
  const claims = behavior.claims(field, own, propositions);
  const shares = meanOutcomes(
    others.map((responses) => behavior.claims(field, responses, propositions)),
    allUnits(propositions.unitOf.length),
  );
  const usual = isUsual(shares);
  const totals = new Float64Array(binaryColumns.length);
  const add = (column: BinaryColumn, weight: number) => {
    const index = binaryPlaces[column];
    totals[index] = (totals[index] as number) + weight;
  };
  let units = 0;
  for (const [unit, share] of shares.entries()) {
    const outcome = claims.outcome[unit] as number;
    if (Number.isNaN(share) || Number.isNaN(outcome) || Number.isNaN(claims.prediction[unit] as number)) continue;
    units += 1;
    const says = share === 0.5 ? usual : share > 0.5;
    add(says ? 'truePositive' : 'falseNegative', outcome);
    add(says ? 'falsePositive' : 'trueNegative', 1 - outcome);
    add('positive', outcome);
    add('negative', 1 - outcome);
  }
  return units === 0 ? null : totals;
}

/** Returns the indices of all units. */
function allUnits(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, unit) => unit);
}

/** Returns the mean outcome of the others for each of the propositions; NaN where none is known. */
function meanOutcomes(others: readonly ModelClaims[], propositions: Uint32Array): Float64Array {
  const shares = new Float64Array(propositions.length);
  const known = new Float64Array(propositions.length);
  for (const { outcome } of others) {
    for (let index = 0; index < propositions.length; index += 1) {
      const share = outcome[propositions[index] as number] as number;
      if (Number.isNaN(share)) continue;
      shares[index] = (shares[index] as number) + share;
      known[index] = (known[index] as number) + 1;
    }
  }
  for (let index = 0; index < shares.length; index += 1)
    shares[index] = (shares[index] as number) / (known[index] as number);
  return shares;
}

/** Returns whether the others' mean outcomes are more than one half on average: the answer for an even split. */
function isUsual(shares: Float64Array): boolean {
  let sum = 0;
  let known = 0;
  for (let unit = 0; unit < shares.length; unit += 1) {
    const share = shares[unit] as number;
    if (Number.isNaN(share)) continue;
    sum += share;
    known += 1;
  }
  return sum > known / 2;
}

function rankingTotals(
  field: ResponseMatrix,
  behavior: Behavior,
  { own, others }: ComparedModels,
): Float64Array | null {
  const places = others.map((responses) => behavior.places(field, responses));
  const totals = new Float64Array(rankingColumns.length);
  for (const unit of field.itemOf.keys()) {
    if (Number.isNaN(own.prediction.at(field.firstQuestion[unit] ?? 0))) continue;
    const order = meanOrder(field, places, unit);
    if (order === null) continue;
    const outcome = rankedBy(field, { responses: own, unit, order });
    addTally(totals, rankingTally(outcome, 'parsed'), 1);
  }
  return totals[rankingColumns.indexOf('orderGroups')] === 0 ? null : totals;
}

/**
 * Returns, by question, its mean position in its unit over a model's complete executions; ties share their positions.
 * NaN without a complete execution of the unit.
 */
function meanPlaces(field: ResponseMatrix, responses: ModelResponses): Float64Array {
  return Float64Array.from(field.itemOf.flatMap((_, unit) => placesInUnit(field, responses, unit)));
}

function placesInUnit(field: ResponseMatrix, { executions }: ModelResponses, unit: number): readonly number[] {
  const first = field.firstQuestion[unit] ?? 0;
  const numbers = Array.from({ length: questionCount(field, unit) }, (_, index) => first + index);
  const complete = executions
    .map((execution) => numbers.map((question) => decodeSolve(execution.at(question))))
    .filter((solves) => solves.every((solve) => solve !== null));
  return numbers.map((_, index) => {
    const places = complete.map((solves) => {
      const own = solves[index] as Solved;
      const before = solves.filter((solve) => difference(solve, own) < 0).length;
      const level = solves.filter((solve) => difference(solve, own) === 0).length;
      return before + (level - 1) / 2;
    });
    return places.reduce((sum, position) => sum + position, 0) / places.length;
  });
}

type Solved = NonNullable<ReturnType<typeof decodeSolve>>;

function difference(a: Solved, b: Solved): number {
  return Number(b.correct) - Number(a.correct) || a.tokens - b.tokens;
}

/**
 * Returns the question indices of a unit in the order of their mean positions by some models (`meanPlaces`); ties keep the
 * order of the data. Null where no model has positions, or the unit has no questions.
 */
function meanOrder(field: ResponseMatrix, places: readonly Float64Array[], unit: number): number[] | null {
  const first = field.firstQuestion[unit] ?? 0;
  const questions = questionCount(field, unit);
  const sums: number[] = [];
  for (const each of places) {
    if (Number.isNaN(each[first])) continue; // without a complete execution, no question of a unit has a position
    for (let question = 0; question < questions; question += 1)
      sums[question] = (sums[question] ?? 0) + (each[first + question] as number);
  }
  if (sums.length === 0) return null;
  const order: number[] = [];
  for (let question = 0; question < questions; question += 1) {
    const sum = sums[question] as number;
    let index = question;
    while (index > 0 && (sums[order[index - 1] as number] as number) > sum) {
      order[index] = order[index - 1] as number;
      index -= 1;
    }
    order[index] = question;
  }
  return order;
}

interface Ranked {
  readonly responses: ModelResponses;
  readonly unit: number;
  /** Indices of the unit's questions, the easiest first. */
  readonly order: readonly number[];
}

/** Returns the outcome that a unit would have with an order as the prediction. */
function rankedBy(field: ResponseMatrix, { responses, unit, order }: Ranked): RankingOutcome {
  const first = field.firstQuestion[unit] ?? 0;
  const units = field.questions.slice(first, first + questionCount(field, unit));
  return {
    kind: 'ranking',
    units,
    prediction: { kind: 'present', value: order.map((index) => units[index] as string), step: 'strict' },
    predictionTokens: null,
    executions: responses.executions.map((execution) =>
      units.map((_, index): Solve => {
        const solve = decodeSolve(execution.at(first + index));
        if (solve === null) {
          const slot = slotOfKind(field.experiment.slots, 'behave') ?? '';
          return { correct: { kind: 'absent', slot, reason: 'failed', detail: '' }, tokens: null };
        }
        return { correct: { kind: 'present', value: solve.correct, step: 'strict' }, tokens: solve.tokens };
      }),
    ),
    label: null,
  };
}

/**
 * Propositions that predictions and outcomes affirm or deny: that a unit has the property, or (ranking) that the
 * earlier of two questions, in the data set's order, is easier. The weights of a unit's propositions sum to 1.
 */
interface BinaryClaims {
  readonly unitOf: Int32Array;
  readonly weight: Float64Array;
}

/** One model's predictions and outcomes, by proposition. */
interface ModelClaims {
  /**
   * 1, 0, or one half (categorical: the index of the value); NaN: no usable prediction; 2: a ranking that names neither question
   * and is never right.
   */
  readonly prediction: Float64Array;
  /** By execution: 1 or 0, one half for a tie of a true order, NaN where not usable. */
  readonly executions: readonly Float64Array[];
  /** Mean of the usable executions, in [0, 1]; NaN without one. Categorical: the index of the modal value. */
  readonly outcome: Float64Array;
}

/**
 * Returns the propositions of a response matrix; null for experiments whose outcomes are texts or questions, which
 * models cannot agree on.
 */
function buildClaims(field: ResponseMatrix): BinaryClaims | null {
  if (field.kind === 'binary' || field.kind === 'categorical') {
    return { unitOf: Int32Array.from(field.itemOf.keys()), weight: new Float64Array(field.itemOf.length).fill(1) };
  }
  if (field.kind !== 'ranking') return null;
  const unitOf: number[] = [];
  const weight: number[] = [];
  for (const unit of field.itemOf.keys()) {
    const questions = questionCount(field, unit);
    const pairs = (questions * (questions - 1)) / 2;
    for (let pair = 0; pair < pairs; pair += 1) {
      unitOf.push(unit);
      weight.push(1 / pairs);
    }
  }
  return { unitOf: Int32Array.from(unitOf), weight: Float64Array.from(weight) };
}

function modelClaims(field: ResponseMatrix, responses: ModelResponses, { unitOf }: BinaryClaims): ModelClaims {
  const { prediction, executions } =
    field.kind === 'ranking' ? orderClaims(field, responses, unitOf.length) : answerClaims(responses, unitOf.length);
  const outcome = new Float64Array(unitOf.length);
  if (field.kind === 'categorical')
    return { prediction, executions, outcome: modalOutcomes(executions, unitOf.length) };
  for (let index = 0; index < outcome.length; index += 1) {
    let sum = 0;
    let known = 0;
    for (const execution of executions) {
      const value = execution[index] as number;
      if (Number.isNaN(value)) continue;
      sum += value;
      known += 1;
    }
    outcome[index] = sum / known; // NaN without a usable execution
  }
  return { prediction, executions, outcome };
}

/** Returns, by proposition, the index of the modal value of the executions; NaN without one. */
function modalOutcomes(executions: readonly Float64Array[], propositions: number): Float64Array {
  return Float64Array.from({ length: propositions }, (_, index) => {
    const values = executions.map((execution) => execution[index] as number).filter((value) => !Number.isNaN(value));
    const truth = modalValue(values.map(String));
    return truth.kind === 'known' ? Number(truth.value) : Number.NaN;
  });
}

type Raw = Omit<ModelClaims, 'outcome'>;

function answerClaims({ prediction, executions }: ModelResponses, units: number): Raw {
  const listed = (at: (unit: number) => number) => Float64Array.from({ length: units }, (_, unit) => at(unit));
  return {
    prediction: listed((unit) => prediction.at(unit)),
    executions: executions.map((execution) => listed((unit) => execution.at(unit))),
  };
}

function orderClaims(field: ResponseMatrix, responses: ModelResponses, propositions: number): Raw {
  const prediction = new Float64Array(propositions);
  const executions = responses.executions.map(() => new Float64Array(propositions));
  let index = 0;
  for (const unit of field.itemOf.keys()) {
    const first = field.firstQuestion[unit] ?? 0;
    const last = first + questionCount(field, unit);
    const complete = responses.executions.map((execution) => {
      for (let question = first; question < last; question += 1) if (Number.isNaN(execution.at(question))) return false;
      return true;
    });
    for (let one = first; one < last; one += 1) {
      for (let other = one + 1; other < last; other += 1) {
        prediction[index] = predictedFirst(responses.prediction.at(one), responses.prediction.at(other));
        for (const [sample, execution] of responses.executions.entries()) {
          const first = complete[sample] ? easier(execution.at(one), execution.at(other)) : Number.NaN;
          (executions[sample] as Float64Array)[index] = first;
        }
        index += 1;
      }
    }
  }
  return { prediction, executions };
}

/** Returns whether the first of two positions is predicted to be easier; 2 where neither is in the order. */
function predictedFirst(one: number, other: number): number {
  if (Number.isNaN(one) || Number.isNaN(other)) return Number.NaN;
  return one === other ? 2 : Number(one < other);
}

/** Returns 1 where the first is easier (right before wrong, then fewer tokens), one half for a tie, else 0. */
function easier(one: number, other: number): number {
  const [first, second] = [decodeSolve(one), decodeSolve(other)];
  if (first === null || second === null) return 0;
  if (first.correct !== second.correct) return Number(first.correct);
  return first.tokens === second.tokens ? 0.5 : Number(first.tokens < second.tokens);
}
