import type { Measure } from '../../domain/measure.ts';
import type { RankingOutcome, Solve } from '../../domain/outcome.ts';
import { type BinaryColumn, binaryColumns, binaryPlaces } from '../../measures/binary-tally.ts';
import { rankingColumns, rankingTally } from '../../measures/ranking-tally.ts';
import { addTally } from '../../stats/resampling/resample.ts';
import type { Group } from '../accumulate.ts';
import { type BinaryClaims, buildClaims, type ModelClaims, modelClaims } from './binary-claims.ts';
import { onePerModel } from './comparable-models.ts';
import {
  type DataOf,
  decodeSolve,
  type ModelResponses,
  questionCount,
  type ResponseMatrix,
} from './response-matrix.ts';

/**
 * What the other models' behaviour would score as the forecast of a model, on the units where its own forecast counts:
 * the majority of their mean outcomes, or the order of their mean places. Null without another model on the same items.
 */
export function otherModelsBaseline(fields: readonly ResponseMatrix[], dataOf: DataOf) {
  const byGroup = new Map<string, Float64Array | null>();
  const conduct = new Conduct();
  return ({ run, experiment, model, condition }: Group, measure: Measure): number | null => {
    if (measure.usesPrediction === false) return null;
    const key = JSON.stringify([run, experiment, model, condition]);
    let totals = byGroup.get(key);
    if (totals === undefined) {
      totals = totalsOfGroup(fields, { run, experiment, model, condition, data: dataOf(run, experiment), conduct });
      byGroup.set(key, totals);
    }
    return totals === null ? null : measure.value(totals);
  };
}

interface Wanted extends Pick<Group, 'run' | 'experiment' | 'model' | 'condition'> {
  readonly data: string;
  readonly conduct: Conduct;
}

/** What models did on the field at hand: each is one of the others for every other model. */
class Conduct {
  #field: ResponseMatrix | null = null;
  #propositions: BinaryClaims | null = null;
  #stances = new Map<ModelResponses, ModelClaims>();
  #places = new Map<ModelResponses, readonly (readonly number[] | null)[]>();

  propositions(field: ResponseMatrix): BinaryClaims | null {
    this.#at(field);
    this.#propositions ??= buildClaims(field);
    return this.#propositions;
  }

  stances(field: ResponseMatrix, doings: ModelResponses, propositions: BinaryClaims): ModelClaims {
    this.#at(field);
    const stances = this.#stances.get(doings) ?? modelClaims(field, doings, propositions);
    this.#stances.set(doings, stances);
    return stances;
  }

  /** By unit. */
  places(field: ResponseMatrix, doings: ModelResponses): readonly (readonly number[] | null)[] {
    this.#at(field);
    const places = this.#places.get(doings) ?? Array.from(field.itemOf, (_, unit) => meanPlaces(field, doings, unit));
    this.#places.set(doings, places);
    return places;
  }

  #at(field: ResponseMatrix): void {
    if (field === this.#field) return;
    this.#field = field;
    this.#propositions = null;
    this.#stances = new Map();
    this.#places = new Map();
  }
}

function totalsOfGroup(
  fields: readonly ResponseMatrix[],
  { run, experiment, model, condition, data, conduct }: Wanted,
) {
  for (const field of fields) {
    if (field.experiment.name !== experiment || field.data !== data) continue;
    const own = field.doings.find(
      (doings) => doings.run === run && doings.model === model && doings.condition === condition,
    );
    const others = onePerModel(field, condition).filter((doings) => doings.model !== model);
    if (own === undefined || others.length === 0) continue;
    if (field.kind === 'binary') return binaryTotals(field, conduct, { own, others });
    if (field.kind === 'ranking') return rankingTotals(field, conduct, { own, others });
  }
  return null;
}

interface Company {
  readonly own: ModelResponses;
  readonly others: readonly ModelResponses[];
}

/** Cells of the majority's forecast; an even split goes the way that the others go in most units. */
function binaryTotals(field: ResponseMatrix, conduct: Conduct, { own, others }: Company): Float64Array | null {
  const propositions = conduct.propositions(field);
  if (propositions === null) return null;
  const stances = conduct.stances(field, own, propositions);
  const shares = meanOutcomes(
    others.map((doings) => conduct.stances(field, doings, propositions)),
    propositions.unitOf.length,
  );
  const known = shares.filter((share) => !Number.isNaN(share));
  const usual = known.reduce((sum, share) => sum + share, 0) > known.length / 2;
  const totals = new Float64Array(binaryColumns.length);
  const add = (column: BinaryColumn, weight: number) => {
    const place = binaryPlaces[column];
    totals[place] = (totals[place] as number) + weight;
  };
  let units = 0;
  for (const [unit, share] of shares.entries()) {
    const outcome = stances.outcome[unit] as number;
    if (Number.isNaN(share) || Number.isNaN(outcome) || Number.isNaN(stances.forecast[unit] as number)) continue;
    units += 1;
    const says = share === 0.5 ? usual : share > 0.5;
    add(says ? 'truePositive' : 'falseNegative', outcome);
    add(says ? 'falsePositive' : 'trueNegative', 1 - outcome);
    add('positive', outcome);
    add('negative', 1 - outcome);
  }
  return units === 0 ? null : totals;
}

/** Mean outcome of the others by proposition; NaN where none is known. */
export function meanOutcomes(others: readonly ModelClaims[], units: number): Float64Array {
  const shares = new Float64Array(units);
  for (let unit = 0; unit < units; unit += 1) {
    let sum = 0;
    let known = 0;
    for (const { outcome } of others) {
      const share = outcome[unit] as number;
      if (Number.isNaN(share)) continue;
      sum += share;
      known += 1;
    }
    shares[unit] = sum / known; // NaN where no other outcome is known
  }
  return shares;
}

function rankingTotals(field: ResponseMatrix, conduct: Conduct, { own, others }: Company): Float64Array | null {
  const placesOf = others.map((doings) => conduct.places(field, doings));
  const totals = new Float64Array(rankingColumns.length);
  for (const unit of field.itemOf.keys()) {
    if (Number.isNaN(own.forecast.at(field.firstQuestion[unit] ?? 0))) continue;
    const places = placesOf.map((known) => known[unit] ?? null).filter((place) => place !== null);
    if (places.length === 0) continue;
    const outcome = rankedBy(field, { doings: own, unit, places });
    addTally(totals, rankingTally(outcome, 'parsed'), 1);
  }
  return totals[rankingColumns.indexOf('orderGroups')] === 0 ? null : totals;
}

/** Mean place of each question of a unit over a model's complete executions, ties sharing their places. */
export function meanPlaces(
  field: ResponseMatrix,
  { executions }: ModelResponses,
  unit: number,
): readonly number[] | null {
  const first = field.firstQuestion[unit] ?? 0;
  const numbers = Array.from({ length: questionCount(field, unit) }, (_, index) => first + index);
  const complete = executions
    .map((execution) => numbers.map((question) => decodeSolve(execution.at(question))))
    .filter((solves) => solves.every((solve) => solve !== null));
  if (complete.length === 0) return null;
  return numbers.map((_, index) => {
    const places = complete.map((solves) => {
      const own = solves[index] as Solved;
      const before = solves.filter((solve) => difference(solve, own) < 0).length;
      const level = solves.filter((solve) => difference(solve, own) === 0).length;
      return before + (level - 1) / 2;
    });
    return places.reduce((sum, place) => sum + place, 0) / places.length;
  });
}

type Solved = NonNullable<ReturnType<typeof decodeSolve>>;

function difference(a: Solved, b: Solved): number {
  return Number(b.correct) - Number(a.correct) || a.tokens - b.tokens;
}

interface Ranked {
  readonly doings: ModelResponses;
  readonly unit: number;
  readonly places: readonly (readonly number[])[];
}

/** The unit's outcome as it would be with the others' mean order as the forecast. */
export function rankedBy(field: ResponseMatrix, { doings, unit, places }: Ranked): RankingOutcome {
  const first = field.firstQuestion[unit] ?? 0;
  const units = field.questions.slice(first, first + questionCount(field, unit));
  const sums = units.map((_, index) => places.reduce((sum, place) => sum + (place[index] ?? 0), 0));
  const order = [...units.keys()].sort((a, b) => (sums[a] ?? 0) - (sums[b] ?? 0));
  return {
    kind: 'ranking',
    units,
    forecast: { kind: 'present', value: order.map((index) => units[index] as string), step: 'strict' },
    forecastTokens: null,
    executions: doings.executions.map((execution) =>
      units.map((_, index): Solve => {
        const solve = decodeSolve(execution.at(first + index));
        if (solve === null) {
          return { correct: { kind: 'absent', slot: 'execute', reason: 'failed', detail: '' }, tokens: null };
        }
        return { correct: { kind: 'present', value: solve.correct, step: 'strict' }, tokens: solve.tokens };
      }),
    ),
    label: null,
  };
}
