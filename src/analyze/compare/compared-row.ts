import { pairOf } from '../../domain/people/person.ts';
import type { ModelUnits, ReferenceRow } from '../../stats/pair-residuals.ts';
import { callBlocks } from '../../stats/rungs/call-blocks.ts';
import { familiesOf, type Kinship } from '../self-knowledge/relatives.ts';
import { onePerModel } from './comparable-models.ts';
import type { ModelResponses, ResponseMatrix } from './response-matrix.ts';

/** All models of one task and condition on the same units. Pairs of people are left out: they predict someone else. */
export interface ComparedModels {
  readonly field: ResponseMatrix;
  readonly condition: string;
  /** Sorted by model. */
  readonly responses: readonly ModelResponses[];
  /** Number of each model's family: relatives share one. */
  readonly families: readonly number[];
  /** Unit of the response matrix behind each unit, and its cluster, numbered from 0. */
  readonly unitOf: Int32Array;
  readonly cluster: Int32Array;
  readonly clusters: number;
}

/** Why a kind of outcome has no such test; kinds that are not listed have one or are not compared. */
export const notAskedKinds: Partial<Record<ResponseMatrix['kind'], string>> = {
  ranking: 'not asked for rankings: models of different temperature alone would pass',
  categorical: 'not asked for categories: models of different temperature alone would pass',
};

/** Returns the conditions of a response matrix, sorted. */
export function conditionsOf(field: ResponseMatrix): readonly string[] {
  return [...new Set(field.responses.map(({ condition }) => condition))].sort();
}

/** Returns the models of a task and condition, one entry per model, and the units that at least one was asked. */
export function comparedModels(field: ResponseMatrix, condition: string, kinship?: Kinship): ComparedModels {
  const responses = onePerModel(field, condition)
    .filter(({ model }) => pairOf(model) === null)
    .sort((a, b) => (a.model < b.model ? -1 : 1));
  const unitOf = Int32Array.from(
    [...field.itemOf.keys()].filter((unit) => responses.some(({ asked }) => asked.at(unit) === 1)),
  );
  const numbers = new Map<number, number>();
  const cluster = unitOf.map((unit) => numberOf(numbers, field.clusterOf[unit] as number));
  const names = responses.map(({ model }) => model);
  const { familyOf: families } = familiesOf(names, kinship);
  return { field, condition, responses, families, unitOf, cluster, clusters: numbers.size };
}

/**
 * Returns predictions and outcomes of the models as the test "adds to what others tell" needs them: yes/no outcomes (a
 * stated probability counts as the prediction) and numbers (on a log scale), the executions of a unit as their mean.
 */
export function rowOf(compared: ComparedModels): ReferenceRow {
  const { field, responses, families, cluster } = compared;
  const scale = field.kind === 'binary' ? 'share' : 'number';
  const models = responses.map((own, index) => modelUnits(own, families[index] as number, compared));
  return { models, cluster, scale: { prediction: scale, outcome: scale } };
}

function numberOf(numbers: Map<number, number>, name: number): number {
  const known = numbers.get(name) ?? numbers.size;
  numbers.set(name, known);
  return known;
}

function modelUnits(own: ModelResponses, family: number, { unitOf, cluster, clusters }: ComparedModels): ModelUnits {
  const values = (at: (unit: number) => number) => Float64Array.from(unitOf, at);
  const asked = Uint8Array.from(unitOf, (unit) => Number(own.asked.at(unit) === 1));
  const ifAsked = (at: (unit: number) => number) => (unit: number) =>
    own.asked.at(unit) === 1 ? at(unit) : Number.NaN;
  const prediction = values(
    ifAsked((unit) => {
      const stated = own.probability.at(unit);
      return Number.isNaN(stated) ? own.prediction.at(unit) : stated;
    }),
  );
  const outcome = values(ifAsked((unit) => meanOutcome(own, unit)));
  const times = values((unit) => own.askedAt.at(unit));
  const order = callBlocks({
    units: [...unitOf.keys()].filter((unit) => asked[unit] === 1),
    ...{ cluster, clusters },
    askedAt: times.every(Number.isNaN) ? null : Array.from(times, (time) => (Number.isNaN(time) ? null : time)),
    level: (unit) => zeroIfMissing(prediction[unit]) + zeroIfMissing(outcome[unit]),
  });
  return {
    ...{ name: own.model, family, prediction, outcome, asked: asked.every((each) => each === 1) ? null : asked },
    block: order.blocks === 1 ? null : cluster.map((each) => order.block[each] as number),
  };
}

function zeroIfMissing(value: number | undefined): number {
  return value === undefined || Number.isNaN(value) ? 0 : value;
}

/** Returns the mean of a unit's executions that were read; NaN without one. */
function meanOutcome({ executions }: ModelResponses, unit: number): number {
  let [sum, read] = [0, 0];
  for (const execution of executions) {
    const value = execution.at(unit);
    if (Number.isNaN(value)) continue;
    sum += value;
    read += 1;
  }
  return sum / read;
}
