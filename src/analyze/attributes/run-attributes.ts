import { type AttributeTable, attributesOf } from '../../domain/attribute-table.ts';
import type { Finding } from '../../results/finding.ts';
import { ratioOfSums, tBounds, twoSidedP } from '../../stats/jackknife.ts';
import { minVerdictClusters } from '../../stats/rungs/unit-scores.ts';
import type { ModelResponses, ResponseMatrix } from '../compare/response-matrix.ts';
import type { Kinship } from '../self-knowledge/relatives.ts';
import { analyzeAttributes, type ComparedGroups } from './analyze-attributes.ts';
import type { AttributeResults, Contrast } from './attribute-lines.ts';

interface Found {
  readonly findings: readonly Finding[];
  readonly fields: readonly ResponseMatrix[];
  readonly kinship?: Kinship | undefined;
}

/**
 * Relates attributes of the models of runs to the scores of the findings. Groups are also compared on the items that all
 * their models answered, paired by cluster.
 */
export function attributesOfRuns(table: AttributeTable, { findings, fields, kinship }: Found): AttributeResults {
  const scores = findings.flatMap(({ score: { value }, ...each }) => (value === null ? [] : [{ ...each, value }]));
  return analyzeAttributes(table, scores, {
    kinship,
    onSameItems: (groups) => onSameItems(groups, { findings, fields }),
  });
}

/** Returns what a table says about the makers of models, as declared relatives. */
export function kinshipWith(table: AttributeTable, models: readonly string[], kinship: Kinship = {}): Kinship {
  const attributes = new Map(models.map((model) => [model, attributesOf(table, model) ?? {}] as const));
  return { ...kinship, attributes };
}

function onSameItems({ experiment, first, second }: ComparedGroups, { findings, fields }: Found): Contrast | null {
  const names = [...first, ...second];
  for (const field of fields.filter((each) => each.experiment.name === experiment)) {
    const responses = names.map((model) => responsesOf(field, findings, model));
    if (responses.some((own) => own.length === 0)) continue;
    const sums = pairedSums(field, responses.slice(0, first.length), responses.slice(first.length));
    return sums.length < minVerdictClusters ? null : contrastOf(sums); // too few groups of items for an interval
  }
  return null;
}

function contrastOf(sums: readonly (readonly [number, number])[]): Contrast | null {
  const units = sums.map(([, own]) => own);
  const found = ratioOfSums(
    sums.map(([sum]) => sum),
    units,
  );
  if (found === null) return null;
  const bounds = tBounds(found);
  return {
    value: found.value,
    interval: bounds.kind === 'known' ? bounds.value : null,
    p: twoSidedP(found),
    n: units.reduce((sum, own) => sum + own, 0),
  };
}

/** A model's responses in each of its runs. */
type RunsOfModel = readonly ModelResponses[];

/** Returns the responses behind the findings about a model, which may have several runs; empty where the field has none. */
function responsesOf(field: ResponseMatrix, findings: readonly Finding[], model: string): RunsOfModel {
  const own = findings.filter((each) => each.model === model && each.experiment === field.experiment.name);
  return field.responses.filter((each) =>
    own.some(({ run, condition }) => each.model === model && each.run === run && each.condition === condition),
  );
}

/**
 * Returns, by cluster, the sum of the differences of the groups' means and the number of units with every score. A model
 * counts once, with the mean of its runs.
 */
function pairedSums(
  field: ResponseMatrix,
  first: readonly RunsOfModel[],
  second: readonly RunsOfModel[],
): readonly (readonly [number, number])[] {
  const sums = new Map<number, [number, number]>();
  const ofModel = (runs: RunsOfModel, unit: number) => meanOf(runs.map(({ score }) => score.at(unit)));
  const meanAt = (group: readonly RunsOfModel[], unit: number) => meanOf(group.map((runs) => ofModel(runs, unit)));
  for (const [unit, cluster] of field.clusterOf.entries()) {
    const difference = meanAt(first, unit) - meanAt(second, unit); // NaN where a score is missing
    if (Number.isNaN(difference)) continue;
    const [sum, units] = sums.get(cluster) ?? [0, 0];
    sums.set(cluster, [sum + difference, units + 1]);
  }
  return [...sums.values()];
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
