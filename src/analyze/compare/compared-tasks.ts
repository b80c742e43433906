import { gain } from '../../domain/measure.ts';
import { pairOf } from '../../domain/people/person.ts';
import type { ComparedModel, ComparedTask, Tested, Together } from '../../results/comparison.ts';
import type { Quantity } from '../../results/quantity.ts';
import {
  allModelsBeyondOthers,
  beyondOthers,
  chooseModels,
  estimateOf,
  type JackknifeEstimate,
  type ModelBeyondOthers,
  maxModels,
  meanEstimate,
  minModelsForWord,
  ratioPseudoValues,
} from '../../stats/beyond-others.ts';
import { holm } from '../../stats/holm.ts';
import { detectableEffect, effectiveClusters } from '../../stats/jackknife.ts';
import type { ModelUnits, ReferenceRow } from '../../stats/pair-residuals.ts';
import { callBlocks } from '../../stats/rungs/call-blocks.ts';
import { familiesOf, type Kinship } from '../self-knowledge/relatives.ts';
import { type ModelResponses, onePerModel, type PredictionCell, type ResponseMatrix } from './response-matrix.ts';

/** One-sided level of a word, and of the test beside the nearest model. */
const level = 0.025;

/** Fewest clusters, and effective clusters, of a model with a verdict. */
const minClusters = 20;
const minEffective = 15;

/** Returns what own predictions add to what others tell, for each task and condition; the p values adjusted over tasks. */
export function comparedTasks(fields: readonly ResponseMatrix[], kinship?: Kinship): readonly ComparedTask[] {
  const tasks = fields.flatMap((field) =>
    conditionsOf(field).flatMap((condition) => taskOf(field, condition, kinship) ?? []),
  );
  const asked = tasks.flatMap(({ together }) =>
    together.kind === 'asked' && together.models >= minModelsForWord ? [together] : [],
  );
  const adjusted = new Map(holm(asked.map(({ p }) => p)).map((p, index) => [asked[index] as Together, p]));
  return tasks.map((task) => {
    const p = adjusted.get(task.together);
    if (p === undefined || task.together.kind === 'not asked') return task;
    const word = p <= level && task.together.nearest.p <= level ? 'beyond others' : 'not shown';
    return { ...task, together: { ...task.together, adjusted: p, family: asked.length, word } };
  });
}

function taskOf(field: ResponseMatrix, condition: string, kinship: Kinship | undefined): ComparedTask | null {
  const all = comparedModels(field, condition, kinship);
  if (all.responses.length < 2) return null;
  const about = { experiment: field.experiment.name, condition, units: all.unitOf.length, clusters: all.clusters };
  if (field.kind !== 'binary' && field.kind !== 'numeric') {
    const asked = askedDifferences(all).flatMap((each) => each ?? []);
    const askedOthers = asked.length === 0 ? null : testedOf(meanEstimate(asked), all.unitOf.length);
    const reason = notAskedKinds[field.kind];
    if (reason === undefined && askedOthers === null) return null;
    const together = { kind: 'not asked', reason: reason ?? 'not asked for this kind of outcome' } as const;
    return { ...about, together, askedOthers, byModel: [], models: [], R: [] };
  }
  const row = rowOf(all);
  const chosen = chosenOf({ ...all, row });
  const { models, R } = beyondOthers(chosen.row);
  const label = labelDifferences(chosen);
  const asked = askedDifferences(chosen);
  const known = asked.flatMap((each) => each ?? []);
  const left = row.models.filter(({ name }) => !models.some(({ model }) => model === name));
  return {
    ...about,
    together: together(chosen, models, { label, asked }),
    askedOthers: known.length === 0 ? null : testedOf(meanEstimate(known), all.unitOf.length),
    byModel: [
      ...models.map((each, index) => comparedModel(each, label[index] ?? null, asked[index] ?? null)),
      ...left.map(
        ({ name }): ComparedModel => ({
          ...{ kind: 'not asked', model: name, reason: tooMany, models: row.models.length },
        }),
      ),
    ],
    models: R.length === 0 ? [] : models.map(({ model }) => model),
    R,
  };
}

interface ComparedRow extends ComparedModels {
  readonly row: ReferenceRow;
}

const tooMany = `only ${maxModels} models are compared: those that tell items apart first, then those with most units (--models chooses)`;

/** Returns the row with at most `maxModels` models. */
function chosenOf(all: ComparedRow): ComparedRow {
  if (all.row.models.length <= maxModels) return all;
  const candidates = all.row.models.map((each, index) => ({
    ...{ index, name: each.name, units: countWhere(each, () => true) },
    isInformative: pInformative(each, all) <= level,
  }));
  const kept = new Set(chooseModels(candidates).map(({ index }) => index));
  const isKept = (_: unknown, index: number) => kept.has(index);
  return {
    ...all,
    responses: all.responses.filter(isKept),
    families: all.families.filter(isKept),
    row: { ...all.row, models: all.row.models.filter(isKept) },
  };
}

/** Returns the one-sided p of "predictions and outcomes do not vary together", by t over clusters. */
function pInformative({ prediction, outcome }: ModelUnits, { row, clusters }: ComparedRow): number {
  const isRead = (unit: number) => !Number.isNaN((prediction[unit] as number) + (outcome[unit] as number));
  const units = [...prediction.keys()].filter(isRead);
  const mean = (values: Float64Array) => units.reduce((sum, unit) => sum + (values[unit] as number), 0) / units.length;
  const [p, y] = [mean(prediction), mean(outcome)];
  const [sums, counts] = [new Float64Array(clusters), new Float64Array(clusters)];
  for (const unit of units) {
    const at = row.cluster[unit] as number;
    sums[at] = (sums[at] as number) + ((prediction[unit] as number) - p) * ((outcome[unit] as number) - y);
    counts[at] = (counts[at] as number) + 1;
  }
  return units.length === 0 ? 1 : estimateOf(ratioPseudoValues(sums, counts)).p;
}

function countWhere({ prediction, outcome }: ModelUnits, isCounted: (unit: number) => boolean): number {
  let count = 0;
  for (let unit = 0; unit < prediction.length; unit += 1) {
    const isRead = !Number.isNaN((prediction[unit] as number) + (outcome[unit] as number));
    if (isRead && isCounted(unit)) count += 1;
  }
  return count;
}

/** Returns whether a model's score has a verdict: enough clusters, and predictions and outcomes that vary. */
function hasVerdict(own: ModelUnits, { row, clusters }: ComparedRow): boolean {
  const weights = new Float64Array(clusters);
  const [predictions, outcomes] = [new Set<number>(), new Set<number>()];
  countWhere(own, (unit) => {
    const at = row.cluster[unit] as number;
    weights[at] = (weights[at] as number) + 1;
    predictions.add(own.prediction[unit] as number);
    outcomes.add(own.outcome[unit] as number);
    return true;
  });
  const used = weights.filter((weight) => weight > 0).length;
  const isEnough = used >= minClusters && effectiveClusters(weights) >= minEffective;
  return isEnough && predictions.size > 1 && outcomes.size > 1;
}

interface References {
  readonly label: readonly (JackknifeEstimate | null)[];
  readonly asked: readonly (JackknifeEstimate | null)[];
}

/** Returns the means over the models; the adjusted p and the word come from all tasks together. */
function together(compared: ComparedRow, models: readonly ModelBeyondOthers[], references: References): Together {
  const tested = new Set(compared.row.models.filter((own) => hasVerdict(own, compared)).map(({ name }) => name));
  const all = allModelsBeyondOthers(models, (model) => tested.has(model));
  if (all === null) return { kind: 'not asked', reason: reasonOf(compared, models, tested.size) };
  const n = compared.row.cluster.length;
  const meanOf = (differences: References['label']): Tested | null => {
    const counted = models.flatMap((each, index) =>
      all.models.includes(each.model) ? [differences[index] ?? null] : [],
    );
    const known = counted.flatMap((each) => (each === null ? [] : [each]));
    return known.length < counted.length ? null : testedOf(meanEstimate(known), n);
  };
  const [label, asked] = [meanOf(references.label), meanOf(references.asked)];
  const { value, standardError: se, degrees: df } = all.private;
  const detectable = detectableEffect({ value, se, df }, 1);
  return {
    kind: 'asked',
    models: all.models.length,
    ...{
      private: quantityOf(all.private, n),
      own: quantityOf(all.own, n),
      nearest: testedOf(all.nearest, n),
      label,
      asked,
    },
    p: Math.max(all.p, label?.p ?? 0, asked?.p ?? 0),
    ...{ adjusted: null, family: 0, word: null },
    detectable: detectable.kind === 'known' ? detectable.value : null,
  };
}

function reasonOf({ clusters }: ComparedRow, models: readonly ModelBeyondOthers[], tested: number): string {
  if (clusters < minClusters) return `fewer than ${minClusters} independent groups of items`;
  if (models.every(({ kind }) => kind === 'not asked')) return 'needs three models of which no two are related';
  return tested < 3
    ? 'fewer than three models have a verdict'
    : 'fewer than three models have a verdict and no missing value';
}

function comparedModel(
  each: ModelBeyondOthers,
  label: JackknifeEstimate | null,
  asked: JackknifeEstimate | null,
): ComparedModel {
  const { model, models } = each;
  if (each.kind === 'not asked') {
    return {
      kind: 'not asked',
      model,
      models,
      reason: 'needs two others that are related neither to it nor to each other',
    };
  }
  const n = each.units.asked;
  const beside = ({ model: name, difference }: { readonly model: string; readonly difference: JackknifeEstimate }) => ({
    ...testedOf(difference, n),
    model: name,
  });
  return {
    ...{ kind: each.kind, model, models, units: each.units },
    private: quantityOf(each.private, n),
    own: quantityOf(each.own, n),
    nearest: beside(each.nearest),
    relative: each.relative === null ? null : beside(each.relative),
    label: label === null ? null : testedOf(label, n),
    asked: asked === null ? null : testedOf(asked, n),
    p: Math.max(each.p, label?.p ?? 0, asked?.p ?? 0),
  };
}

function testedOf(difference: JackknifeEstimate, n: number): Tested {
  return { difference: quantityOf(difference, n), p: difference.p };
}

function quantityOf({ value, low, high, standardError, degrees }: JackknifeEstimate, n: number): Quantity {
  const hasInterval = Number.isFinite(standardError) && standardError > 1e-12;
  return {
    ...{ value, n, clusters: degrees + 1 },
    interval: hasInterval ? [low, high] : null,
    missing: hasInterval ? null : 'no variation between clusters',
  };
}

/**
 * Returns, by model of a row, the own score minus that of the item's label, above 0 where the own score is better; null for a
 * model without labels. A missing own score is at its worst: the lowest difference that was read, at least that of a wrong
 * prediction beside a right label.
 */
function labelDifferences({ field, responses, unitOf, cluster, clusters }: ComparedModels): readonly Difference[] {
  const [headline] = field.experiment.measures;
  return responses.map((own): Difference => {
    if (headline === undefined || unitOf.every((unit) => Number.isNaN(own.label.at(unit)))) return null;
    const differences = Float64Array.from(unitOf, (unit) => gain(headline, own.score.at(unit), own.label.at(unit)));
    const floor = headline.unit === 'share' ? -1 : 0;
    const least = differences.reduce((low, each) => (Number.isNaN(each) ? low : Math.min(low, each)), floor);
    const filled = differences.map((each, index) => {
      const unit = unitOf[index] as number;
      const isMissing = own.asked.at(unit) === 1 && Number.isNaN(own.score.at(unit));
      return Number.isNaN(each) && isMissing ? least : each;
    });
    return meanDifference(filled, cluster, clusters);
  });
}

type Difference = JackknifeEstimate | null;

/**
 * Returns, by model of a row, its own score minus the mean score of the unrelated models that predicted it by name, of the
 * run in which most models did; null where none did. Missing values are at their worst: 0 for the own score, 1 for another.
 */
function askedDifferences({
  field,
  condition,
  responses,
  families,
  unitOf,
  cluster,
  clusters,
}: ComparedModels): readonly Difference[] {
  const runs = [
    ...Map.groupBy(
      field.predictions.filter((each) => each.condition === condition),
      ({ run }) => run,
    ),
  ];
  const [largest] = runs.sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1));
  const cells = largest?.[1] ?? [];
  const familyOf = new Map(responses.map(({ model }, index) => [model, families[index]]));
  return responses.map(({ model }): Difference => {
    const about = cells.filter(({ target }) => target === model);
    const own = about.find(({ predictor }) => predictor === model);
    const others = about.filter(({ predictor }) => familyOf.get(predictor) !== familyOf.get(model));
    if (own === undefined || others.length === 0) return null;
    const differences = Float64Array.from(unitOf, (unit) => {
      if (own.asked.at(unit) !== 1) return Number.NaN;
      const theirs = others.filter(({ asked }) => asked.at(unit) === 1);
      const mean = theirs.reduce((sum, other) => sum + scoreAt(other, unit, 1) / theirs.length, 0);
      return theirs.length === 0 ? Number.NaN : scoreAt(own, unit, 0) - mean;
    });
    return meanDifference(differences, cluster, clusters);
  });
}

function scoreAt({ score }: PredictionCell, unit: number, missing: number): number {
  const value = score.at(unit);
  return Number.isNaN(value) ? missing : value;
}

/** Returns the mean of unit values with its standard error over clusters; NaN: not counted. Null without a value. */
function meanDifference(values: Float64Array, cluster: Int32Array, clusters: number): Difference {
  const [sums, counts] = [new Float64Array(clusters), new Float64Array(clusters)];
  for (const [unit, value] of values.entries()) {
    if (Number.isNaN(value)) continue;
    const at = cluster[unit] as number;
    sums[at] = (sums[at] as number) + value;
    counts[at] = (counts[at] as number) + 1;
  }
  const used = counts.reduce((sum, count) => sum + Number(count > 0), 0);
  return used === 0 ? null : estimateOf(ratioPseudoValues(sums, counts), used);
}

/** All models of one task and condition on the same units. Pairs of people are left out: they predict someone else. */
interface ComparedModels {
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
const notAskedKinds: Partial<Record<ResponseMatrix['kind'], string>> = {
  ranking: 'not asked for rankings: models of different temperature alone would pass',
  categorical: 'not asked for categories: models of different temperature alone would pass',
};

/** Returns the conditions of a response matrix, sorted. */
export function conditionsOf(field: ResponseMatrix): readonly string[] {
  return [...new Set(field.responses.map(({ condition }) => condition))].sort();
}

/** Returns the models of a task and condition, one entry per model, and the units that at least one was asked. */
function comparedModels(field: ResponseMatrix, condition: string, kinship?: Kinship): ComparedModels {
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
function rowOf(compared: ComparedModels): ReferenceRow {
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
