import { gain } from '../../domain/measure.ts';
import { isPerson, pairOf } from '../../domain/person.ts';
import { hasSharedUnits } from '../../outcome-kinds/outcome-kinds.ts';
import type { PooledPeople } from '../../results/comparison.ts';
import type { PairedContrast } from '../../results/contrast.ts';
import { tCritical, tTail } from '../../stats/distributions.ts';
import { mean, sampleVariance } from '../../stats/moments.ts';
import type { PairedScores } from '../../stats/paired.ts';
import { makeContrasts, type Sides } from './make-contrasts.ts';
import { distinctResponses, type ModelResponses, type ResponseMatrix } from './response-matrix.ts';
import { type ComparedMeasure, comparedMeasure, scaleOf, scoredUnits } from './run-contrasts.ts';

/** Responses of people and of language models to the same units under one condition. */
interface Groups {
  readonly field: ResponseMatrix;
  readonly condition: string;
  readonly people: readonly ModelResponses[];
  readonly models: readonly ModelResponses[];
}

/**
 * Returns all people together against all language models, for each experiment and condition with three or more of them in
 * all, on the units that every one of them was asked. A pair of people is left out: it predicts another person. The test is
 * the larger p of "over other items" and "over other people and models", Holm over all of them; the interval covers both.
 */
export function pooledPeople(fields: readonly ResponseMatrix[]): readonly PooledPeople[] {
  const entries = fields.flatMap(groupsOf).flatMap((groups) => pooledSides(groups) ?? []);
  const contrasts = makeContrasts(entries.map(({ sides }) => sides));
  return entries.map(({ about, subjects }, index) => {
    const contrast = contrasts[index] as PairedContrast;
    const { interval } = contrast.quantity;
    return {
      ...about,
      ...contrast,
      quantity: { ...contrast.quantity, interval: hullOf(interval, subjects?.interval) },
    };
  });
}

/** Returns the interval that covers both; null where one is absent, since the difference is then measured in one way only. */
function hullOf(one: Range | null, other: Range | undefined): Range | null {
  if (one === null || other === undefined) return null;
  return [Math.min(one[0], other[0]), Math.max(one[1], other[1])];
}

function groupsOf(field: ResponseMatrix): readonly Groups[] {
  if (!hasSharedUnits(field.kind)) return [];
  const conditions = Map.groupBy(distinctResponses(field), ({ condition }) => condition);
  return [...conditions].flatMap(([condition, all]): readonly Groups[] => {
    const first = [...Map.groupBy(all, ({ model }) => model).values()].flatMap((own) => own.slice(0, 1));
    const people = first.filter(({ model }) => isPerson(model) && pairOf(model) === null);
    const models = first.filter(({ model }) => !isPerson(model));
    return people.length === 0 || models.length === 0 || people.length + models.length < 3
      ? []
      : [{ field, condition, people, models }];
  });
}

/** Why people and models are not tested, though they have scores. */
const fewSubjects = 'too few people and models, or all of a side alike';

/** People and models as two sides, and what the contrast of both is about. */
interface PooledSides {
  readonly sides: Sides;
  readonly about: Omit<PooledPeople, keyof PairedContrast>;
  readonly subjects: OverSubjects | null;
}

type Range = readonly [low: number, high: number];

/** What other people and models could show: two-sided p, and the 95 % interval of the difference. */
interface OverSubjects {
  readonly p: number;
  readonly interval: Range;
}

function pooledSides({ field, condition, people, models }: Groups): PooledSides | null {
  const measure = comparedMeasure(field);
  if (measure === null) return null;
  const units = [...field.itemOf.keys()].filter((unit) =>
    [...people, ...models].every((own) => scoredUnits(own, measure).isAsked(unit)),
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
  const scores = {
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
  } satisfies PairedScores;
  const subjects = overSubjects(peopleScores.map(meanScore), modelScores.map(meanScore));
  return {
    sides: {
      ...{ a: 'people', b: 'models', scores, measure },
      ...(subjects === null ? { untested: fewSubjects } : { untested: null, overSubjects: subjects.p }),
    },
    about: {
      ...{ experiment: field.experiment.name, condition, measure: measure.name, better: measure.better ?? 'higher' },
      people: people.map(({ model }) => model),
      models: models.map(({ model }) => model),
      overSubjects: subjects?.p ?? null,
    },
    subjects,
  };
}

/** Scores of one subject, by unit; null where missing. */
type Scores = readonly (number | null)[];

function scoresOf(responses: ModelResponses, units: readonly number[], measure: ComparedMeasure): Scores {
  const { score } = scoredUnits(responses, measure);
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
 * Returns the two-sided p and the interval of Student's t of two samples with one variance (a side may have one subject); null
 * where the subjects of a side do not vary or fewer than three are left.
 */
function overSubjects(first: readonly number[], second: readonly number[]): OverSubjects | null {
  const degrees = first.length + second.length - 2;
  if (degrees < 1) return null;
  const squares = (values: readonly number[]) => (sampleVariance(values) ?? 0) * Math.max(0, values.length - 1);
  const variance = (squares(first) + squares(second)) / degrees;
  if (variance < 1e-24) return null;
  const difference = (mean(first) ?? 0) - (mean(second) ?? 0);
  const error = Math.sqrt(variance * (1 / first.length + 1 / second.length));
  const half = tCritical(0.025, degrees) * error;
  return {
    p: Math.min(1, 2 * tTail(Math.abs(difference) / error, degrees)),
    interval: [difference - half, difference + half],
  };
}
