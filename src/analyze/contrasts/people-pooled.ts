import { gain, type Measure } from '../../domain/measure.ts';
import { isPerson, pairOf } from '../../domain/person.ts';
import { hasSharedUnits } from '../../outcome-kinds/outcome-kinds.ts';
import type { PooledPeople } from '../../results/comparison.ts';
import { tTail } from '../../stats/distributions.ts';
import { holm } from '../../stats/holm.ts';
import { mean, sampleVariance } from '../../stats/moments.ts';
import { paired } from '../../stats/paired.ts';
import { plainQuantity } from './make-contrasts.ts';
import { distinctResponses, type ModelResponses, type ResponseMatrix } from './response-matrix.ts';
import { scaleOf } from './run-contrasts.ts';

/** Responses of people and of language models to the same units under one condition. */
interface Sides {
  readonly field: ResponseMatrix;
  readonly condition: string;
  readonly people: readonly ModelResponses[];
  readonly models: readonly ModelResponses[];
}

/**
 * Returns all people together against all language models, for each experiment and condition with three or more of them in
 * all, on the units that every one of them was asked. A pair of people is left out: it predicts another person. The test is
 * the larger p of "over other items" and "over other people and models", Holm over all of them.
 */
export function pooledPeople(fields: readonly ResponseMatrix[]): readonly PooledPeople[] {
  const entries = fields.flatMap(sidesOf).flatMap((sides) => pooledEntry(sides) ?? []);
  const pOf = ({ pItems, pPersons }: PooledPeople) =>
    pItems === null || pPersons === null ? null : Math.max(pItems, pPersons);
  const tested = entries.filter((entry) => pOf(entry) !== null);
  const adjusted = new Map(holm(tested.map((entry) => pOf(entry) as number)).map((p, index) => [tested[index], p]));
  return entries.map((entry) => ({ ...entry, adjusted: adjusted.get(entry) ?? null }));
}

function sidesOf(field: ResponseMatrix): readonly Sides[] {
  if (!hasSharedUnits(field.kind)) return [];
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

function pooledEntry({ field, condition, people, models }: Sides): PooledPeople | null {
  const [measure] = field.experiment.measures;
  if (measure === undefined) return null;
  const units = [...field.itemOf.keys()].filter((unit) =>
    [...people, ...models].every(({ asked }) => asked.at(unit) === 1),
  );
  const peopleScores = people.map((own) => scoresOf(own, units, measure));
  const modelScores = models.map((own) => scoresOf(own, units, measure));
  const scale = scaleOf(measure, [...peopleScores, ...modelScores].flat());
  const numbers = new Map(
    [...new Set(units.map((unit) => field.clusterOf[unit] as number))].map((name, index) => [name, index]),
  );
  const meanAt = (scores: readonly Scores[], unit: number, missing: number) =>
    scores.reduce((sum, own) => sum + (own[unit] ?? missing) / scores.length, 0);
  const readMean = (scores: readonly Scores[]) =>
    units.map((_, unit) => (scores.some((own) => own[unit] === null) ? null : meanAt(scores, unit, 0)));
  const shares = [missingShare(peopleScores), missingShare(modelScores)] as const;
  const found = paired({
    own: readMean(peopleScores),
    other: readMean(modelScores),
    cluster: units.map((unit) => numbers.get(field.clusterOf[unit] as number) as number),
    clusters: numbers.size,
    scale,
    worst: (unit, claim) => {
      const [low, high] = claim === 'higher' ? [scale.lowest, scale.highest] : [scale.highest, scale.lowest];
      return meanAt(peopleScores, unit, low) - meanAt(modelScores, unit, high);
    },
    missing: { shares, atWorst: shares.some((share) => share > 0) },
  });
  const isEnough = found.untested === null;
  return {
    ...{ experiment: field.experiment.name, condition, measure: measure.name },
    people: people.map(({ model }) => model),
    models: models.map(({ model }) => model),
    difference: plainQuantity(found, measure),
    pItems: isEnough ? found.p.twoSided : null,
    pPersons: isEnough ? twoSampleP(peopleScores.map(meanScore), modelScores.map(meanScore)) : null,
    adjusted: null,
    ahead: found.value === null || found.value === 0 ? null : found.value > 0 ? 'people' : 'models',
  };
}

/** Scores of one subject, by unit; null where missing. */
type Scores = readonly (number | null)[];

function scoresOf({ score }: ModelResponses, units: readonly number[], measure: Measure): Scores {
  return units.map((unit) => (Number.isNaN(score.at(unit)) ? null : gain(measure, score.at(unit), 0)));
}

function meanScore(scores: Scores): number {
  return mean(scores.flatMap((score) => (score === null ? [] : [score]))) ?? 0;
}

function missingShare(all: readonly Scores[]): number {
  const values = all.flat();
  return values.length === 0 ? 0 : values.filter((value) => value === null).length / values.length;
}

/**
 * Returns the two-sided p of Student's t test of two samples with one variance (a side may have one subject); null where the
 * subjects of a side do not vary or fewer than three are left.
 */
function twoSampleP(first: readonly number[], second: readonly number[]): number | null {
  const degrees = first.length + second.length - 2;
  if (degrees < 1) return null;
  const squares = (values: readonly number[]) => (sampleVariance(values) ?? 0) * Math.max(0, values.length - 1);
  const variance = (squares(first) + squares(second)) / degrees;
  if (variance < 1e-24) return null;
  const difference = (mean(first) ?? 0) - (mean(second) ?? 0);
  const t = Math.abs(difference) / Math.sqrt(variance * (1 / first.length + 1 / second.length));
  return Math.min(1, 2 * tTail(t, degrees));
}
