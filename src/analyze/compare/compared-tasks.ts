import { pairOf } from '../../domain/person.ts';
import type { ComparedModel, ComparedTask, Together } from '../../results/comparison.ts';
import { type Contrast, isFound } from '../../results/contrast.ts';
import type { Finding } from '../../results/finding.ts';
import { isTested } from '../../results/verdict.ts';
import {
  allModelsBeyondOthers,
  chooseModels,
  estimateOf,
  type JackknifeEstimate,
  type ModelBeyondOthers,
  maxModels,
  meanEstimate,
  ratioPseudoValues,
} from '../../stats/beyond-others.ts';
import { holm } from '../../stats/holm.ts';
import { minModelsForWord, whyTooFew } from '../../stats/least-numbers.ts';
import { detectableOf, jackknifeQuantity, referenceContrast } from '../contrasts/reference-contrast.ts';
import type { Kinship } from '../self-knowledge/relatives.ts';
import { namedScores, rowBeyondOthers } from '../units/reference-rows.ts';
import { askedScores, type CollectedScore, labelScores, ownScores } from '../units/score-units.ts';

/** One-sided level of a word, and of the test beside the nearest model. */
const level = 0.025;

export interface Compared {
  readonly scores: readonly CollectedScore[];
  /** What the report of the same scores finds: a score without a verdict there has none here. */
  readonly findings: readonly Finding[];
  readonly kinship?: Kinship | undefined;
}

/** Returns what own predictions add to what others tell, for each task and condition; the p values adjusted over tasks. */
export function comparedTasks(compared: Compared): readonly ComparedTask[] {
  const order = (a: CollectedScore, b: CollectedScore) => (placeOf(a) < placeOf(b) ? -1 : 1);
  const groups = Map.groupBy(
    compared.scores.filter(({ model, unit }) => pairOf(model) === null && unit.length > 0), // pairs predict someone else
    ({ shared, condition }) => JSON.stringify([shared.data, condition]),
  );
  const rank = (of: readonly CollectedScore[]) =>
    compared.findings.findIndex(
      ({ experiment, condition }) => experiment === of[0]?.experiment && condition === of[0].condition,
    );
  const rows = [...groups.values()].map((scores) => onePerModel(scores).toSorted(order));
  const tasks = rows
    .filter((models) => models.length >= 2)
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((models) => taskOf(models, compared) ?? []);
  const asked = tasks.flatMap(({ together }) =>
    together.kind === 'asked' && together.models >= minModelsForWord ? [together] : [],
  );
  const adjusted = new Map(holm(asked.map(({ p }) => p)).map((p, index) => [asked[index] as Together, p]));
  return tasks.map((task) => {
    const p = adjusted.get(task.together);
    if (p === undefined || task.together.kind === 'not asked') return task;
    const beyond = p <= level && isFound(task.together.nearest) ? 'yes' : 'not shown';
    return { ...task, together: { ...task.together, adjusted: p, family: asked.length, beyond } };
  });
}

function placeOf({ model, run }: CollectedScore): string {
  return JSON.stringify([model, run]);
}

/** Returns one score per model: that of the run in which most others were asked about it, then of that with most units. */
function onePerModel(scores: readonly CollectedScore[]): readonly CollectedScore[] {
  return [...Map.groupBy(scores, ({ model }) => model).values()].map(
    (own) =>
      own.toSorted(
        (a, b) => b.asked.size - a.asked.size || b.unit.length - a.unit.length || (placeOf(a) < placeOf(b) ? -1 : 1),
      )[0] as CollectedScore,
  );
}

function taskOf(scores: readonly CollectedScore[], { findings, kinship }: Compared): ComparedTask | null {
  const [first] = scores as readonly [CollectedScore]; // two at least
  const units = new Set(scores.flatMap(({ shared }) => shared.unit)).size;
  const clusterNames = [...new Set(scores.flatMap(({ shared }) => shared.cluster))];
  const clusters = clusterNames.length;
  const about = { experiment: first.experiment, condition: first.condition, units, clusters };
  const known = (differences: readonly Difference[]) => differences.flatMap((each) => each ?? []);
  const testedMean = (differences: readonly Difference[]) =>
    known(differences).length === 0 ? null : referenceContrast(ownAndAsked, meanEstimate(known(differences)), units);
  const place: ClusterPlaces = new Map(clusterNames.map((name, index) => [name, index]));
  const { others } = first.kind;
  if (others.kind === 'not asked') {
    const askedOthers = testedMean(scores.map((own) => askedDifference(own, { place, kinship })));
    if (others.reason === null && askedOthers === null) return null;
    const together = { kind: 'not asked', reason: others.reason ?? 'not asked for this kind of outcome' } as const;
    return { ...about, together, askedOthers, byModel: [], models: [], R: [] };
  }
  const candidates = namedScores(scores.map((score) => ({ score, finding: findingOf(score, findings) })));
  const chosen = chooseModels(
    candidates.map((each) => ({ ...each, isInformative: pInformative(each) <= level, units: each.score.unit.length })),
  );
  const { models, R } = rowBeyondOthers(chosen, kinship);
  const row = models.map((beyond): RowModel => {
    const own = chosen.find(({ name }) => name === beyond.model);
    if (own === undefined) throw new RangeError(`no score of ${beyond.model}`);
    const { score, finding } = own;
    return {
      ...{ beyond, finding },
      label: labelDifference(score, place),
      asked: askedDifference(score, { place, kinship }),
    };
  });
  const left = candidates.filter(({ name }) => !models.some(({ model }) => model === name));
  return {
    ...about,
    together: together(row, { units, clusters }),
    askedOthers: testedMean(row.map(({ asked }) => asked)),
    byModel: [
      ...row.map(comparedModel),
      ...left.map(
        ({ name }): ComparedModel => ({ kind: 'not asked', model: name, reason: tooMany, models: scores.length }),
      ),
    ],
    models: R.length === 0 ? [] : models.map(({ model }) => model),
    R,
  };
}

const tooMany = `only ${maxModels} models are compared: those that tell items apart first, then those with most units (--models chooses)`;

/** One model of a row: what it adds to the others, and its score beside the label and others who were asked. */
interface RowModel {
  readonly beyond: ModelBeyondOthers;
  readonly finding: Finding | null;
  readonly label: Difference;
  readonly asked: Difference;
}

function findingOf({ run, experiment, model, condition }: CollectedScore, findings: readonly Finding[]) {
  return (
    findings.find(
      (each) =>
        each.run === run && each.experiment === experiment && each.model === model && each.condition === condition,
    ) ?? null
  );
}

function pInformative({ finding }: { readonly finding: Finding | null }): number {
  const test = finding?.rungs.informative;
  return test?.kind === 'tested' ? test.p : 1;
}

function hasVerdict(finding: Finding | null): boolean {
  return finding !== null && isTested(finding.fit);
}

/** Names of the sides of a contrast. */
const ownSide = 'own predictions';
const labelSide = 'the label';
const askedSide = 'other models that were asked';
const ownAndAsked = { a: ownSide, b: askedSide } as const;

/** Returns the means over the models; the adjusted p and the word come from all tasks together. */
function together(
  row: readonly RowModel[],
  { units, clusters }: { readonly units: number; readonly clusters: number },
): Together {
  const models = row.map(({ beyond }) => beyond);
  const tested = new Set(row.flatMap(({ beyond, finding }) => (hasVerdict(finding) ? [beyond.model] : [])));
  const all = allModelsBeyondOthers(models, (model) => tested.has(model));
  if (all === null) return { kind: 'not asked', reason: reasonOf(models, { clusters, tested: tested.size }) };
  const meanOf = (sides: Pick<Contrast, 'a' | 'b'>, of: (model: RowModel) => Difference): Contrast | null => {
    const counted = row.filter(({ beyond }) => all.models.includes(beyond.model)).map(of);
    const known = counted.flatMap((each) => each ?? []);
    return known.length < counted.length ? null : referenceContrast(sides, meanEstimate(known), units);
  };
  const label = meanOf({ a: ownSide, b: labelSide }, (each) => each.label);
  const asked = meanOf(ownAndAsked, (each) => each.asked);
  return {
    kind: 'asked',
    models: all.models.length,
    ...{
      private: jackknifeQuantity(all.private, units),
      own: jackknifeQuantity(all.own, units),
      nearest: referenceContrast({ a: ownSide, b: 'the nearest models' }, all.nearest, units),
      label,
      asked,
    },
    p: Math.max(all.p, label?.p ?? 0, asked?.p ?? 0),
    ...{ adjusted: null, family: 0, beyond: 'not asked' },
    detectable: detectableOf(all.private),
  };
}

function reasonOf(
  models: readonly ModelBeyondOthers[],
  { clusters, tested }: { readonly clusters: number; readonly tested: number },
): string {
  const few = whyTooFew({ n: clusters, clusters, effective: clusters });
  if (few !== null) return few;
  if (models.every(({ kind }) => kind === 'not asked')) return 'needs three models of which no two are related';
  return tested < 3
    ? 'fewer than three models have a verdict'
    : 'fewer than three models have a verdict and 98 % of the values';
}

function comparedModel({ beyond, finding, label, asked }: RowModel): ComparedModel {
  const { model, models } = beyond;
  if (beyond.kind === 'not asked') {
    return {
      ...{ kind: 'not asked', model, models },
      reason: 'needs two others that are related neither to it nor to each other',
    };
  }
  if (!hasVerdict(finding))
    return { kind: 'not asked', model, models, reason: finding?.reason ?? finding?.fit ?? 'no verdict' };
  const n = beyond.units.asked;
  const above = (b: string, difference: JackknifeEstimate) => referenceContrast({ a: model, b }, difference, n);
  return {
    ...{ kind: beyond.kind, model, models, units: beyond.units },
    private: jackknifeQuantity(beyond.private, n),
    own: jackknifeQuantity(beyond.own, n),
    nearest: above(beyond.nearest.model, beyond.nearest.difference),
    relative: beyond.relative === null ? null : above(beyond.relative.model, beyond.relative.difference),
    label: label === null ? null : above(labelSide, label),
    asked: asked === null ? null : above(askedSide, asked),
    p: Math.max(beyond.p, label?.p ?? 0, asked?.p ?? 0),
  };
}

/** Mean of the own score minus another one, above 0 where the own score is better; null without the other one. */
type Difference = JackknifeEstimate | null;

/** Number of each cluster of a task, from 0. */
type ClusterPlaces = ReadonlyMap<number, number>;

/** Returns the own score minus that of the item's label; null for a model without labels. */
function labelDifference(own: CollectedScore, place: ClusterPlaces): Difference {
  const label = labelScores(own);
  return label === null ? null : meanDifference(own, label, place);
}

/** Returns the own score minus the mean score of the unrelated models that were asked about it; null where none was. */
function askedDifference(
  own: CollectedScore,
  { place, kinship }: { readonly place: ClusterPlaces; readonly kinship: Kinship | undefined },
): Difference {
  const others = askedScores(own, kinship);
  return others === null ? null : meanDifference(own, others, place);
}

/**
 * Returns the mean difference with its standard error over clusters, on the units where the other score is not undefined. A
 * missing score is at its worst: the lowest for the own one, the highest for the other.
 */
function meanDifference(
  own: CollectedScore,
  other: readonly (number | null | undefined)[],
  place: ClusterPlaces,
): Difference {
  const { lowest, highest } = own.kind.scale;
  const [sums, counts] = [new Float64Array(place.size), new Float64Array(place.size)];
  for (const [unit, score] of ownScores(own).entries()) {
    const theirs = other[unit];
    if (theirs === undefined) continue;
    const at = place.get(own.shared.cluster[unit] as number) as number;
    sums[at] = (sums[at] as number) + (score ?? lowest) - (theirs ?? highest);
    counts[at] = (counts[at] as number) + 1;
  }
  const used = counts.reduce((sum, count) => sum + Number(count > 0), 0);
  return used === 0 ? null : estimateOf(ratioPseudoValues(sums, counts), used);
}
