import type { CrossMatrix } from '../stats/additive-fit.ts';
import { mostResampled } from '../stats/resampling.ts';
import { seededRandom, shuffled } from '../util/random.ts';
import type { Doings, Field } from './behaviour.ts';
import { type BinaryColumn, binaryColumns } from './binary-tally.ts';
import type { Measure } from './measure.ts';
import { onePerModel, usableUnits } from './peers.ts';
import { type Propositions, propositionsOf, type Stances, stancesOf } from './propositions.ts';
import { type RankingColumn, rankingColumns } from './ranking-tally.ts';

/** Models side by side on the propositions that each has a usable forecast and outcome for. */
export interface Crossing {
  readonly field: Field;
  readonly condition: string;
  readonly models: readonly string[];
  /** Models with so few usable units that they would cost the others most of theirs. */
  readonly setAside: readonly string[];
  readonly propositions: Propositions;
  readonly stances: readonly Stances[];
  /** Propositions that count. */
  readonly shared: readonly number[];
}

/** A model with less than this share of the best covered model's usable units is set aside. */
const leastCoverage = 0.5;

/** Null for an experiment without yes/no propositions. */
export function crossingOf(field: Field, condition: string): Crossing | null {
  const propositions = propositionsOf(field);
  if (propositions === null) return null;
  const all = onePerModel(field, condition).map((doings) => ({ doings, usable: usableUnits(field, doings) }));
  const most = Math.max(0, ...all.map(({ usable }) => usable));
  const isKept = ({ usable }: { usable: number }) => usable > 0 && usable >= leastCoverage * most;
  const kept = all.filter(isKept).map(({ doings }) => doings);
  const stances = kept.map((doings: Doings) => stancesOf(field, doings, propositions));
  const isShared = (place: number) =>
    stances.every(
      ({ forecast, outcome }) => !Number.isNaN(forecast[place] as number) && !Number.isNaN(outcome[place] as number),
    );
  return {
    field,
    condition,
    models: kept.map(({ model }) => model),
    setAside: all.filter((entry) => !isKept(entry)).map(({ doings }) => doings.model),
    propositions,
    stances,
    shared: kept.length === 0 ? [] : [...propositions.unitOf.keys()].filter(isShared),
  };
}

export function conditionsOf(field: Field): readonly string[] {
  return [...new Set(field.doings.map(({ condition }) => condition))];
}

/** Numbers of distinct items behind propositions. */
export function itemCount({ field, propositions }: Crossing, places: readonly number[]): number {
  return new Set(places.map((place) => field.itemOf[propositions.unitOf[place] as number])).size;
}

/** Right sums of every predictor and target, then yes-forecasts, yes-outcomes and the weight of it all. */
export function crossTallies(crossing: Crossing, places: readonly number[], seed: number): readonly Float64Array[] {
  const { field, propositions, stances } = crossing;
  const models = stances.length;
  const batchOf = batches(
    places.map((place) => field.clusterOf[propositions.unitOf[place] as number] ?? 0),
    seed,
  );
  const tallies = new Map<number, Float64Array>();
  const add = (tally: Float64Array, column: number, amount: number) => {
    tally[column] = (tally[column] as number) + amount;
  };
  for (const [index, place] of places.entries()) {
    const batch = batchOf[index] as number;
    const tally = tallies.get(batch) ?? new Float64Array(models * models + 2 * models + 1);
    tallies.set(batch, tally);
    const weight = propositions.weight[place] as number;
    const margins = models * models;
    for (const [a, { forecast, outcome }] of stances.entries()) {
      const said = forecast[place] as number;
      if (said === 1) add(tally, margins + a, weight);
      add(tally, margins + models + a, weight * (outcome[place] as number));
      for (const [b, target] of stances.entries()) {
        add(tally, a * models + b, weight * rightShare(said, target.outcome[place] as number));
      }
    }
    add(tally, margins + 2 * models, weight);
  }
  return [...tallies.values()];
}

/** The share of executions that a forecast is right about. */
export function rightShare(forecast: number, outcome: number): number {
  return forecast === 1 ? outcome : forecast === 0 ? 1 - outcome : 0;
}

/** A cluster's number, or the number of the random batch that it falls into where there are too many to resample. */
export function batches(clusters: readonly number[], seed: number): readonly number[] {
  const distinct = [...new Set(clusters)];
  if (distinct.length <= mostResampled) return clusters;
  const order = shuffled(distinct, seededRandom('batches', seed));
  const batch = new Map(order.map((cluster, index) => [cluster, index % mostResampled]));
  return clusters.map((cluster) => batch.get(cluster) ?? 0);
}

/** One measure of every cell of the totals of `crossTallies`. */
export function measuredMatrix(kind: Field['kind'], models: number, measure: Measure) {
  const value = cellMeasure(kind, measure);
  return (totals: Float64Array): CrossMatrix => {
    const margins = models * models;
    const all = totals[margins + 2 * models] as number;
    const cell = (a: number, b: number) =>
      value([
        totals[a * models + b] as number,
        totals[margins + a] as number,
        totals[margins + models + b] as number,
        all,
      ]);
    return Array.from({ length: models }, (_, a) => Array.from({ length: models }, (__, b) => cell(a, b)));
  };
}

/** Weight of right forecasts, of yes-forecasts, of yes-outcomes, of all. */
export type CellSums = readonly [right: number, said: number, held: number, all: number];

const binaryColumn = (column: BinaryColumn) => binaryColumns.indexOf(column);
const rankingColumn = (column: RankingColumn) => rankingColumns.indexOf(column);

/** A measure of one cell; null where it has no value for these sums. */
export function cellMeasure(kind: Field['kind'], measure: Measure): (sums: CellSums) => number | null {
  if (measure.kind !== kind) return () => null;
  if (kind === 'ranking') {
    const totals = new Float64Array(rankingColumns.length);
    return ([right, , , all]) => {
      totals[rankingColumn('orderScore')] = right;
      totals[rankingColumn('orderGroups')] = all;
      return measure.value(totals);
    };
  }
  const totals = new Float64Array(binaryColumns.length);
  const columns = (['truePositive', 'falsePositive', 'trueNegative', 'falseNegative'] as const).map(binaryColumn);
  return (sums) => {
    for (const [index, count] of cellCounts(sums).entries()) totals[columns[index] as number] = count;
    return measure.value(totals);
  };
}

/** TP, FP, TN, FN; what is only rounding away from 0 is 0, or an empty class would not be seen as one. */
function cellCounts([right, said, held, all]: CellSums): readonly number[] {
  const both = (right - all + said + held) / 2;
  return [both, said - both, all - said - held + both, held - both].map((count) =>
    Math.abs(count) < 1e-9 * Math.max(1, all) ? 0 : count,
  );
}
