import { gain } from '../../domain/measure.ts';
import { isPerson, pairOf } from '../../domain/people/person.ts';
import { holm } from '../../stats/basic/holm.ts';
import { level } from '../../stats/basic/intervals.ts';
import { mean } from '../../stats/basic/moments.ts';
import { clusterBootstrapAll, fewestClusters } from '../../stats/resampling/bootstrap.ts';
import { signFlipTest, twoSampleTest } from '../../stats/resampling/permutation.ts';
import { totalsOf } from '../../stats/resampling/resample.ts';
import type { PooledEntry } from './comparison-types.ts';
import { batches } from './cross-prediction.ts';
import { ends } from './paired-differences.ts';
import { distinctResponses, type ModelResponses, type ResponseMatrix } from './response-matrix.ts';

/** Responses of people and of language models to the same units under one condition. */
interface Sides {
  readonly field: ResponseMatrix;
  readonly condition: string;
  readonly people: readonly ModelResponses[];
  readonly models: readonly ModelResponses[];
}

/**
 * Returns all people together against all language models, for each experiment and condition with three or more of them in
 * all, on the units that every one of them has a score for. A pair of people is left out: it predicts another person.
 */
export function pooledPeople(fields: readonly ResponseMatrix[], seed: number): readonly PooledEntry[] {
  const entries = fields.flatMap(sidesOf).map((sides) => pooledEntry(sides, seed));
  const tested = entries.filter(({ p }) => p !== null);
  const adjusted = new Map(holm(tested.map(({ p }) => p as number)).map((p, index) => [tested[index], p]));
  return entries.map((entry) => ({ ...entry, pHolm: adjusted.get(entry) ?? null }));
}

function sidesOf(field: ResponseMatrix): readonly Sides[] {
  if (field.kind === 'authored') return []; // everybody writes their own questions
  const conditions = Map.groupBy(distinctResponses(field), ({ condition }) => condition);
  return [...conditions].flatMap(([condition, all]): readonly Sides[] => {
    const first = [...Map.groupBy(all, ({ model }) => model).values()].flatMap((own) => own.slice(0, 1));
    const people = first.filter(({ model }) => isPerson(model) && pairOf(model) === null);
    const models = first.filter(({ model }) => !isPerson(model));
    return people.length === 0 || models.length === 0 || people.length + models.length < 3
      ? []
      : [{ field, condition, people, models }];
  });
}

function pooledEntry(sides: Sides, seed: number): Omit<PooledEntry, 'pHolm'> {
  const { field, condition, people, models } = sides;
  const [headline] = field.experiment.measures;
  const rows = unitsOf(sides);
  const clusters = [...Map.groupBy(rows, ({ cluster }) => cluster).values()].map((own) => [
    own.reduce((sum, { difference }) => sum + difference, 0),
    own.length,
  ]);
  const totals = totalsOf(clusters);
  const value = rows.length === 0 ? null : (totals[0] ?? 0) / rows.length;
  const values = ([sum = 0, n = 0]: Float64Array) => [n === 0 ? null : sum / n];
  const [interval = null] = clusterBootstrapAll({ clusters, totals, values, seed, level });
  const overItems = signFlipTest(
    clusters.map(([sum = 0]) => sum),
    { seed },
  );
  const meansOf = (of: readonly ModelResponses[]) =>
    of.flatMap(({ score }) => mean(rows.map(({ unit }) => score.at(unit))) ?? []);
  const isEnough = clusters.length >= fewestClusters(level);
  return {
    ...{ experiment: field.experiment.name, condition, measure: headline?.name ?? '' },
    people: people.map(({ model }) => model),
    models: models.map(({ model }) => model),
    ...{ value, interval: isEnough ? ends(interval) : null, n: clusters.length, units: rows.length },
    p: isEnough ? (overItems?.p ?? null) : null,
    pSubjects: isEnough ? (twoSampleTest(meansOf(people), meansOf(models), { seed })?.p ?? null) : null,
    isPeopleAhead: value === null || headline === undefined ? null : gain(headline, value, 0) > 0,
  };
}

interface Unit {
  readonly unit: number;
  readonly cluster: number;
  /** Mean score of the people minus that of the models. */
  readonly difference: number;
}

/** Returns the units that every person and every model has a score for. */
function unitsOf({ field, people, models }: Sides): readonly Unit[] {
  const average = (of: readonly ModelResponses[], unit: number) =>
    of.reduce((sum, { score }) => sum + score.at(unit), 0) / of.length; // NaN where one has no score
  const clusterOf = batches(field.clusterOf, 1);
  return field.itemOf.flatMap((_, unit): readonly Unit[] => {
    const difference = average(people, unit) - average(models, unit);
    return Number.isNaN(difference) ? [] : [{ unit, cluster: clusterOf[unit] as number, difference }];
  });
}
