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
import type { Kinship } from '../self-knowledge/relatives.ts';
import { type ComparedModels, comparedModels, conditionsOf, notAskedKinds, rowOf } from './compared-row.ts';
import { askedDifferences, labelDifferences } from './reference-differences.ts';
import type { ResponseMatrix } from './response-matrix.ts';

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
