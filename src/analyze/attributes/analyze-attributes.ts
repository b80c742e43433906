import { type AttributeTable, attributesOf } from '../../domain/attribute-table.ts';
import { holm } from '../../stats/basic/holm.ts';
import { mean } from '../../stats/basic/moments.ts';
import { rankAssociation } from '../../stats/order/rank-association.ts';
import { twoSampleTest } from '../../stats/resampling/permutation.ts';
import { twoSampleInterval } from '../../stats/resampling/two-sample-interval.ts';
import type { Contrast } from '../findings/paired-contrast.ts';
import type {
  AttributeCorrelation,
  AttributeGroup,
  AttributeResult,
  AttributeResults,
  GroupContrast,
  ModelScore,
} from './attribute-lines.ts';
import { cautionOf } from './attribute-lines.ts';

/** Models of two groups whose scores on the same items are compared. */
export interface ComparedGroups {
  readonly experiment: string;
  readonly first: readonly string[];
  readonly second: readonly string[];
}

interface Options {
  readonly seed: number;
  /** Returns the contrast of two groups on the same items; null where they have none. Absent: only scores are known. */
  readonly onSameItems?: (groups: ComparedGroups) => Contrast | null;
}

/**
 * Relates attributes of models to their scores: contrasts of groups for text, rank correlations for numbers and dates.
 * Every test permutes models. The first group of a contrast is the one whose level comes first in the table. Groups that
 * are too small for any permutation to reach 5 % are not tested and do not count in the adjustment; they have a line only
 * for their difference on the same items.
 */
export function analyzeAttributes(
  table: AttributeTable,
  scores: readonly ModelScore[],
  options: Options,
): AttributeResults {
  const notes: string[] = [];
  const drafts = table.columns.flatMap((attribute): readonly AttributeResult[] =>
    [...Map.groupBy(scores, ({ experiment, measure }) => JSON.stringify([experiment, measure])).values()].flatMap(
      (own): readonly AttributeResult[] => {
        const cases = casesOf(table, own, attribute);
        return isNumeric(table, attribute)
          ? correlationLines(cases, { attribute, ...options })
          : groupLines(casesByLevel(table, cases, attribute), { attribute, notes, ...options });
      },
    ),
  );
  const tested = drafts.filter(({ p }) => p !== null);
  const adjusted = holm(tested.map(({ p }) => p ?? 1));
  const adjustedOf = new Map(tested.map((line, index) => [line, adjusted[index] ?? null]));
  return {
    lines: drafts.map((line): AttributeResult => ({ ...line, adjustedP: adjustedOf.get(line) ?? null })),
    notes: [...missingNote(table, scores), ...new Set(notes)],
  };
}

interface Case {
  readonly score: ModelScore;
  readonly given: string;
}

interface LineOptions extends Options {
  readonly attribute: string;
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
    const given = row?.[attribute];
    const value = mean(own.map((each) => each.value));
    if (score === undefined || row === null || given === undefined || value === null) return [];
    return [{ score: { ...score, value }, given, row: rows.indexOf(row) }];
  });
  return cases.toSorted((a, b) => a.row - b.row || (a.score.model < b.score.model ? -1 : 1)); // no model twice
}

/** Returns the cases of each level; levels are in the order in which the table first has them. */
function casesByLevel({ models }: AttributeTable, cases: readonly Case[], attribute: string) {
  const levels = [...models.values()].map((row) => row[attribute]);
  return [...Map.groupBy(cases, ({ given }) => given)].toSorted(([a], [b]) => levels.indexOf(a) - levels.indexOf(b));
}

/** A column is a number where every given value is one; ISO dates count as years. */
function isNumeric({ models }: AttributeTable, attribute: string): boolean {
  const given = [...models.values()].flatMap((own) => own[attribute] ?? []);
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
  return { attribute, experiment, measure, unit, models, caution: cautionOf(models), adjustedP: null };
}

function correlationLines(cases: readonly Case[], { attribute, seed }: LineOptions): readonly AttributeCorrelation[] {
  if (cases.length === 0) return [];
  const points = cases.map(({ score, given }) => ({ model: score.model, x: numberOf(given) ?? 0, y: score.value })); // isNumeric
  const found = rankAssociation(
    points.map(({ x }) => x),
    points.map(({ y }) => y),
    seed,
  );
  const line = { kind: 'correlation', ...lineOf(cases, attribute), points } as const;
  if (found === null) {
    const reason = cases.length < 4 ? 'needs at least four models' : 'the attribute or the score does not vary';
    return [{ ...line, correlation: null, interval: null, p: null, reason }];
  }
  const { value, interval, p } = found;
  return [{ ...line, correlation: value, interval: interval === null ? null : [interval.low, interval.high], p }];
}

/** Minimum number of models of a group: one model against others is a comparison of models, not of an attribute. */
const fewestModels = 2;

/** Returns the smallest two-sided p that a permutation of models can give; mirror images count twice. */
function smallestP(first: number, second: number): number {
  if (Math.min(first, second) < fewestModels) return 1;
  let splits = 1;
  for (let step = 1; step <= first; step += 1) splits = (splits * (second + step)) / step;
  return (first === second ? 2 : 1) / splits;
}

function groupLines(
  levels: readonly (readonly [string, readonly Case[]])[],
  { attribute, seed, onSameItems, notes }: LineOptions & { readonly notes: string[] },
): readonly GroupContrast[] {
  return levels.flatMap(([one, first], index) =>
    levels.slice(index + 1).flatMap(([other, second]): readonly GroupContrast[] => {
      const isTested = smallestP(first.length, second.length) <= 0.05;
      if (!isTested) {
        notes.push(`${attribute}: some groups have too few models to differ at the 5 % level; they are not tested`);
      }
      if (Math.min(first.length, second.length) < fewestModels) return [];
      const [a, b] = [first.map(({ score }) => score.value), second.map(({ score }) => score.value)];
      const test = twoSampleTest(a, b, { seed });
      if (test === null) return [];
      const groups: readonly [AttributeGroup, AttributeGroup] = [groupOf(one, first), groupOf(other, second)];
      const interval = isTested ? twoSampleInterval(a, b, { seed }) : null;
      const line = lineOf([...first, ...second], attribute);
      const compared = { experiment: line.experiment, first: groups[0].models, second: groups[1].models };
      const paired = onSameItems?.(compared) ?? null;
      if (!isTested && (paired === null || paired.value === null)) return [];
      return [
        {
          ...{ kind: 'groups', ...line, first: groups[0], second: groups[1], difference: test.difference, interval },
          p: isTested ? test.p : null,
          onSameItems: paired,
          ...(interval === null ? { reason: 'too few models for a 95 % interval' } : {}),
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
