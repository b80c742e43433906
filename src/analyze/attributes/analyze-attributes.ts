import { type AttributeTable, attributesOf } from '../../domain/attribute-table.ts';
import type { Measure } from '../../domain/measure.ts';
import type {
  AttributeCorrelation,
  AttributeGroup,
  AttributeResult,
  AttributeResults,
  GroupContrast,
  SameItemsContrast,
} from '../../results/attributes.ts';
import type { Finding } from '../../results/finding.ts';
import { assignmentTest, midRanks, spearman } from '../../stats/correlation.ts';
import { holm } from '../../stats/holm.ts';
import { jackknife, ratioOfSums, type Scale, tBounds, twoSidedP } from '../../stats/jackknife.ts';
import { leastNumbers } from '../../stats/least-numbers.ts';
import { mean } from '../../stats/moments.ts';
import { ownValue } from '../../util/is-record.ts';
import type { ModelResponses, ResponseMatrix } from '../contrasts/response-matrix.ts';
import { familiesOf, type Kinship } from '../self-knowledge/relatives.ts';

/** One score of one model: a case of the analysis of attributes. */
export interface ModelScore {
  readonly model: string;
  readonly experiment: string;
  readonly measure: string;
  readonly unit: Measure['unit'];
  readonly value: number;
}

/** Models of two groups whose scores on the same items are compared. */
interface ComparedGroups {
  readonly experiment: string;
  readonly first: readonly string[];
  readonly second: readonly string[];
}

interface Options {
  /** What is declared about relatives; absent: makers are read from the column `maker` and from the models' names. */
  readonly kinship?: Kinship | undefined;
  /** Returns the contrast of two groups on the same items; null where they have none. Absent: only scores are known. */
  readonly onSameItems?: (groups: ComparedGroups) => SameItemsContrast | null;
}

/** Fewest makers of a test: with seven, hardly any difference could be found. */
const minMakers = 8;

/**
 * Relates attributes of models to their scores: contrasts of groups for text, rank correlations for numbers and dates.
 * Every test permutes makers, because the models of one maker resemble each other. The first group of a contrast is the one
 * whose level comes first in the table. Lines of fewer than eight makers are not tested and do not count in the adjustment.
 */
export function analyzeAttributes(
  table: AttributeTable,
  scores: readonly ModelScore[],
  options: Options = {},
): AttributeResults {
  const notes: string[] = [];
  const drafts = table.columns.flatMap((attribute): readonly AttributeResult[] =>
    [...Map.groupBy(scores, ({ experiment, measure }) => JSON.stringify([experiment, measure])).values()].flatMap(
      (own): readonly AttributeResult[] => {
        const cases = casesOf(table, own, attribute);
        return isNumeric(table, attribute)
          ? correlationLines(cases, { attribute, table, ...options })
          : groupLines(casesByLevel(table, cases, attribute), { attribute, table, notes, ...options });
      },
    ),
  );
  const tested = drafts.filter(({ p }) => p !== null);
  const adjusted = holm(tested.map(({ p }) => p ?? 1));
  const adjustedOf = new Map(tested.map((line, index) => [line, adjusted[index] ?? null]));
  return {
    lines: drafts.map((line): AttributeResult => ({ ...line, adjusted: adjustedOf.get(line) ?? null })),
    notes: [...missingNote(table, scores), ...new Set(notes)],
  };
}

interface Case {
  readonly score: ModelScore;
  readonly given: string;
}

interface LineOptions extends Options {
  readonly attribute: string;
  readonly table: AttributeTable;
}

/**
 * Returns one case per model with the attribute: its mean score over runs and conditions. Cases are in the order of the
 * table, whatever the order of the scores.
 */
function casesOf(table: AttributeTable, scores: readonly ModelScore[], attribute: string): readonly Case[] {
  const rows = [...table.models.values()];
  const cases = [...Map.groupBy(scores, ({ model }) => model).values()].flatMap((own) => {
    const [score] = own;
    const row = score === undefined ? null : attributesOf(table, score.model);
    const given = row == null ? undefined : ownValue(row, attribute);
    const value = mean(own.map((each) => each.value));
    if (score === undefined || row === null || given === undefined || value === null) return [];
    return [{ score: { ...score, value }, given, row: rows.indexOf(row) }];
  });
  return cases.toSorted((a, b) => a.row - b.row || (a.score.model < b.score.model ? -1 : 1)); // no model twice
}

/** Returns the cases of each level; levels are in the order in which the table first has them. */
function casesByLevel({ models }: AttributeTable, cases: readonly Case[], attribute: string) {
  const levels = [...models.values()].map((row) => ownValue(row, attribute));
  return [...Map.groupBy(cases, ({ given }) => given)].toSorted(([a], [b]) => levels.indexOf(a) - levels.indexOf(b));
}

/** A column is a number where every given value is one; ISO dates count as years. */
function isNumeric({ models }: AttributeTable, attribute: string): boolean {
  const given = [...models.values()].flatMap((own) => ownValue(own, attribute) ?? []);
  return given.length > 0 && given.every((text) => numberOf(text) !== null);
}

const yearMilliseconds = 365.25 * 24 * 3600 * 1000;

function numberOf(text: string): number | null {
  if (/^\d{4}-\d{2}(-\d{2})?$/.test(text)) {
    const time = Date.parse(text);
    return Number.isNaN(time) ? null : 1970 + time / yearMilliseconds;
  }
  const value = Number(text);
  return text !== '' && Number.isFinite(value) ? value : null;
}

function lineOf(cases: readonly Case[], attribute: string) {
  const { experiment = '', measure = '', unit = 'share' } = cases[0]?.score ?? {};
  const models = cases.length;
  return { attribute, experiment, measure, unit, models, caution: cautionOf(models), adjusted: null };
}

/** Returns the caution of a line over `models` models. */
function cautionOf(models: number): string {
  return `${models} ${models === 1 ? 'model' : 'models'}, not randomized, no cause`;
}

/** Returns the cases of each maker; a model whose maker is unknown is a maker of its own. */
function makersOf(table: AttributeTable, cases: readonly Case[], kinship: Kinship = {}): readonly (readonly Case[])[] {
  const names = cases.map(({ score }) => score.model);
  const attributes = new Map(names.map((name) => [name, attributesOf(table, name) ?? {}] as const));
  const { familyOf } = familiesOf(names, { ...kinship, attributes });
  return [...Map.groupBy(cases.keys(), (index) => familyOf[index] as number).values()].map((places) =>
    places.map((index) => cases[index] as Case),
  );
}

function averageOf(cases: readonly Case[], value: (one: Case) => number): number {
  return cases.reduce((sum, each) => sum + value(each) / cases.length, 0);
}

/** Returns the interval of a statistic of cases by leave-one-maker-out jackknife and t, cut at the scale. */
function intervalOver(
  makers: readonly (readonly Case[])[],
  statistic: (cases: readonly Case[]) => number | null,
  scale?: Scale,
): readonly [number, number] | null {
  const isIn = makers.map((_, maker) => makers.map((_, other) => Number(maker === other)));
  const found = jackknife(isIn, (sums) => statistic(makers.filter((_, maker) => sums[maker] === 1).flat()));
  if (found === null) return null;
  const bounds = tBounds(found, scale);
  return bounds.kind === 'known' ? bounds.value : null;
}

function fewMakers(makers: readonly unknown[]): string {
  return `${makers.length} makers: no test below ${minMakers}`;
}

function correlationLines(
  cases: readonly Case[],
  { attribute, table, kinship }: LineOptions,
): readonly AttributeCorrelation[] {
  if (cases.length === 0) return [];
  const x = ({ given }: Case) => numberOf(given) ?? 0; // isNumeric
  const y = ({ score }: Case) => score.value;
  const points = cases.map((each) => ({ model: each.score.model, x: x(each), y: y(each) }));
  const correlation = (of: readonly Case[]) => spearman(of.map(x), of.map(y))?.value ?? null;
  const value = correlation(cases);
  const line = { kind: 'correlation', ...lineOf(cases, attribute), points } as const;
  if (value === null) {
    const reason = cases.length < 4 ? 'needs at least four models' : 'the attribute or the score does not vary';
    return [{ ...line, correlation: null, interval: null, p: null, reason }];
  }
  const makers = makersOf(table, cases, kinship);
  if (makers.length < minMakers) {
    return [{ ...line, correlation: value, interval: null, p: null, reason: fewMakers(makers) }];
  }
  const ranks = (of: (one: Case) => number) => midRanks(makers.map((own) => averageOf(own, of)));
  const p = assignmentTest(ranks(x), ranks(y))?.p ?? null;
  return [{ ...line, correlation: value, interval: intervalOver(makers, correlation, { lowest: -1, highest: 1 }), p }];
}

/** Minimum number of models of a group: one model against others is a comparison of models, not of an attribute. */
const fewestModels = 2;

function groupLines(
  levels: readonly (readonly [string, readonly Case[]])[],
  { attribute, table, kinship, onSameItems, notes }: LineOptions & { readonly notes: string[] },
): readonly GroupContrast[] {
  return levels.flatMap(([one, first], index) =>
    levels.slice(index + 1).flatMap(([other, second]): readonly GroupContrast[] => {
      if (Math.min(first.length, second.length) < fewestModels) {
        notes.push(`${attribute}: some groups have fewer than ${fewestModels} models; they are not compared`);
        return [];
      }
      const cases = [...first, ...second];
      const makers = makersOf(table, cases, kinship);
      const line = lineOf(cases, attribute);
      const groups: readonly [AttributeGroup, AttributeGroup] = [groupOf(one, first), groupOf(other, second)];
      const compared = { experiment: line.experiment, first: groups[0].models, second: groups[1].models };
      const paired = onSameItems?.(compared) ?? null;
      const isTested = makers.length >= minMakers;
      if (!isTested && attribute === 'maker' && (paired === null || paired.value === null)) return [];
      const y = ({ score }: Case) => score.value;
      const isFirst = ({ given }: Case) => Number(given === one);
      const difference = (of: readonly Case[]) => {
        const [a, b] = [of.filter((each) => isFirst(each) === 1), of.filter((each) => isFirst(each) === 0)];
        return a.length === 0 || b.length === 0 ? null : averageOf(a, y) - averageOf(b, y);
      };
      const share = makers.map((own) => averageOf(own, isFirst));
      const test = isTested
        ? assignmentTest(
            share,
            makers.map((own) => averageOf(own, y)),
          )
        : null;
      return [
        {
          ...{ kind: 'groups', ...line, first: groups[0], second: groups[1], difference: difference(cases) as number }, // both have models
          interval: isTested ? intervalOver(makers, difference) : null,
          p: test?.p ?? null,
          onSameItems: paired,
          ...(isTested ? {} : { reason: fewMakers(makers) }),
        },
      ];
    }),
  );
}

function groupOf(level: string, cases: readonly Case[]): AttributeGroup {
  return {
    level,
    models: cases.map(({ score }) => score.model),
    mean: mean(cases.map(({ score }) => score.value)) ?? Number.NaN, // groups have two models or more
  };
}

function missingNote(table: AttributeTable, scores: readonly ModelScore[]): readonly string[] {
  const missing = [...new Set(scores.map(({ model }) => model))].filter((model) => attributesOf(table, model) === null);
  return missing.length === 0 ? [] : [`no row in the table of attributes: ${missing.join(', ')}`];
}

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

function onSameItems(
  { experiment, first, second }: ComparedGroups,
  { findings, fields }: Found,
): SameItemsContrast | null {
  const names = [...first, ...second];
  for (const field of fields.filter((each) => each.experiment.name === experiment)) {
    const responses = names.map((model) => responsesOf(field, findings, model));
    if (responses.some((own) => own.length === 0)) continue;
    const sums = pairedSums(field, responses.slice(0, first.length), responses.slice(first.length));
    return sums.length < leastNumbers.groups ? null : contrastOf(sums); // too few groups of items for an interval
  }
  return null;
}

function contrastOf(sums: readonly (readonly [number, number])[]): SameItemsContrast | null {
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
