import type {
  BestOtherEntry,
  Comparison,
  ComparisonMatrix,
  DifferenceEntry,
  DirectionEntry,
  SelfAdvantageEntry,
} from '../../analyze/compare/comparison-types.ts';
import { resultWords } from '../../domain/results/result-words.ts';
import { counted, fraction } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { countText, intervalText, numberText } from '../figures/marks/number-text.ts';
import { shortNames } from '../figures/marks/short-names.ts';
import { slug } from '../figures/render/slug.ts';
import { advantageVerdictTable, askedWords } from './advantage-verdict-table.ts';
import { measureName } from './experiment-notes.ts';
import {
  absentCell,
  type Column,
  filled,
  left,
  maxNameWidth,
  numberCell,
  type ReportTable,
  right,
  type TableCell,
  textCell,
} from './report-table.ts';

type Entry = DirectionEntry | SelfAdvantageEntry | BestOtherEntry | DifferenceEntry;

/**
 * Returns the tables about self-knowledge and differences, without empty ones; of runs of one model, the differences
 * only.
 */
export function comparisonTables(comparison: Comparison): readonly ReportTable[] {
  const { matrices, selfAdvantage, bestOther = [], directions = [], differences } = comparison;
  const paired = {
    ...tableOf({ ...pairedDifferences, entries: differences, columns: differenceColumns(differences) }),
    notes: lowerNotes(differences),
  };
  if (matrices.length === 0 && differences.length > 0) return [paired];
  const tables = [
    directionTable(directions),
    advantageVerdictTable(comparison),
    ...matrices.map(matrixTable),
    tableOf({
      ...selfAdvantageTexts,
      entries: selfAdvantage.filter(({ forms }) => forms !== undefined),
      columns: advantageColumns,
    }),
    tableOf({ ...bestOtherTexts, entries: bestOther, columns: bestColumns }),
    paired,
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

/** Returns a matrix as a table: the row's model predicts, and is scored against the behavior of the column's model. */
function matrixTable(matrix: ComparisonMatrix): ReportTable {
  const names = shortNames(matrix.models).map((name) => oneLine(name, maxNameWidth));
  const { condition } = matrix;
  const asked = matrix.form === 'asked' ? ', asked about each other' : '';
  const where = `${asked}${condition === undefined ? '' : ` (${oneLine(condition, maxNameWidth)})`}`;
  const excluded = matrix.modelsLeftOut ?? [];
  return {
    id: `matrix-${slug([matrix.experiment, matrix.measure, matrix.form === 'asked' ? 'asked' : '', condition ?? ''].join('-'))}`,
    title: `Who predicts whom: ${matrix.experiment}, ${measureName(matrix.measure)}${where}`,
    lead: `Rows: predictors. Columns: targets. In parentheses: predictions of itself. ${
      matrix.form === 'asked'
        ? 'Every model predicted every other model by name.'
        : 'A model’s prediction of itself is read as a prediction of every model.'
    }`,
    ...filled(
      names.map((name, predictor) => ({ name, predictor })),
      [
        left('predictions of', 'Model that predicts.', ({ name, predictor }) => textCell(`${predictor + 1} ${name}`)),
        ...names.map((name, target) =>
          right<{ readonly predictor: number }>(
            String(target + 1),
            `Behavior of ${name}.`,
            ({ predictor }) => matrixCell(matrix, predictor, target),
            1 + target,
          ),
        ),
      ],
    ),
    notes: [
      matrix.form === 'asked'
        ? `Each cell uses all of its own outcomes: at least ${matrix.items}.`
        : `${counted(matrix.items, 'item')} with a prediction and an outcome of every model (${unitsText(matrix)}); ${matrix.leftOut ?? 0} items excluded.`,
      ...(excluded.length === 0
        ? []
        : [
            `Excluded from the matrix because of too few usable items: ${excluded.map((name) => oneLine(name, maxNameWidth)).join(', ')}.`,
          ]),
      ...costliestNote(matrix),
    ],
  };
}

/** Returns what the cells are computed from: an order is scored by its pairs, other outcomes by their questions. */
function unitsText({ measure, units, items }: ComparisonMatrix): string {
  return `${units ?? items} ${measure === 'concordance' ? 'pairs' : 'questions'}`;
}

function matrixCell({ values }: ComparisonMatrix, predictor: number, target: number): TableCell {
  const value = values[predictor]?.[target] ?? null;
  if (value === null) return absentCell('not identified by the data');
  const text = numberText(value, 'correlation');
  return numberCell(value, predictor === target ? `(${text})` : `${text} `);
}

/** Returns what the matrix would be without the model that excludes most units, if one excludes any. */
function costliestNote({ costliest }: ComparisonMatrix): readonly string[] {
  if (costliest === undefined) return [];
  const { model, units, value } = costliest;
  const found =
    value === null
      ? 'diagonal minus off-diagonal would have no value'
      : `diagonal minus off-diagonal would be ${numberText(value, 'correlation')}`;
  return [
    `${oneLine(model, maxNameWidth)} excludes most: without it the matrix would have ${countText(units)} more ${units === 1 ? 'outcome' : 'outcomes'} of each model, and ${found}.`,
  ];
}

interface Texts {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
}

const selfAdvantageTexts: Texts = {
  id: 'self-advantage-table',
  title: 'Self-advantage',
  lead: 'Score of a model’s predictions of itself minus the score expected from its strength as a predictor and its predictability as a target, fitted to the predictions of other models; “all models” is diagonal minus off-diagonal. Unequal rates of “yes” and unequal predictors can change this value (and MCC) without any self-knowledge. The verdict tests another form, so this value has no interval; it shows neither privileged self-knowledge nor its absence.',
};
const bestOtherTexts: Texts = {
  id: 'best-other',
  title: 'A model against its best other predictor',
  lead: 'Score of a model’s predictions of itself minus that of the best other model, chosen on one half of the items and scored on the other half.',
};

/** Returns the table of what two or three models decide. */
function directionTable(directions: readonly DirectionEntry[]): ReportTable {
  const table = tableOf({ ...directionTexts, entries: directions, columns: directionColumns });
  const isAbove = ({ interval }: DirectionEntry) => interval !== null && interval[0] > 0;
  const both = directions.flatMap((entry, index) => {
    const back = directions.find(
      (each, other) =>
        other > index &&
        each.experiment === entry.experiment &&
        each.condition === entry.condition &&
        each.model === entry.other &&
        each.other === entry.model,
    );
    if (back === undefined) return [];
    const names = `${entry.experiment}, ${[entry.model, entry.other].map((name) => oneLine(name, maxNameWidth)).join(' and ')}`;
    if (isAbove(entry) && isAbove(back)) {
      return [`${names}: both directions above 0: not explained by strength alone.`];
    }
    return isAbove(entry) || isAbove(back)
      ? [`${names}: one direction above 0: a stronger predictor may explain it.`]
      : [`${names}: neither direction above 0: nothing here shows that either predicts itself better.`];
  });
  return { ...table, notes: [...both] };
}

const directionTexts: Texts = {
  id: 'prediction-directions',
  title: 'Each model’s prediction of itself against the other’s',
  lead: 'Score of a model’s prediction of itself minus that of the other model’s prediction of the same outcomes. A stronger predictor is above 0 in one direction only. Both above 0 does not exclude that each knows its own rates, or its family.',
};

const pairedDifferences: Texts = {
  id: 'differences',
  title: 'Paired differences',
  lead: 'First minus second on the same items, as plain values: of an error (lower is better), above 0 means that the first is worse. p values by permutation, Holm-corrected over all comparisons in this report.',
};

function tableOf<E extends Entry>({
  entries,
  columns,
  ...texts
}: Texts & { readonly entries: readonly E[]; readonly columns: readonly Column<E>[] }): ReportTable {
  const conditions = new Set(entries.map(({ experiment, condition }) => JSON.stringify([experiment, condition])));
  const several = conditions.size > new Set(entries.map(({ experiment }) => experiment)).size;
  const condition: Column<E> = left('condition', 'Wording and other settings of the prediction prompt.', (entry) =>
    entry.condition === undefined ? absentCell('not said') : textCell(oneLine(entry.condition, maxNameWidth)),
  );
  const experiment: Column<E> = left('experiment', 'Name of the experiment.', (entry) => textCell(entry.experiment));
  return { ...texts, ...filled(entries, [experiment, ...(several ? [condition] : []), ...columns]) };
}

function named(model: string): TableCell {
  return textCell(model === 'all' ? 'all models' : oneLine(model, maxNameWidth));
}

function comparedCell({ value, interval, reason }: Entry): TableCell {
  if (value === null) return absentCell(reason ?? 'not identified by the data');
  const text = numberText(value, 'correlation');
  if (interval === null) return numberCell(value, text, 'no interval');
  return numberCell(value, `${text} ${intervalText(interval, 'correlation')}`);
}

function scoreCell(value: number | null | undefined, entry: Entry): TableCell {
  if (value === null || value === undefined) return absentCell(entry.reason ?? 'not identified by the data');
  return numberCell(value, numberText(value, 'correlation'));
}

function chanceCell(p: number | null): TableCell {
  if (p === null) return absentCell('no test: too few pairs');
  return numberCell(p, p < 0.001 ? '< 0.001' : fraction(p));
}

function itemsCell(n: number): TableCell {
  return numberCell(n, countText(n));
}

const advantageColumns: readonly Column<SelfAdvantageEntry>[] = [
  left('measure', 'Measure in the cells of the matrix.', ({ measure }) => textCell(measureName(measure))),
  left(
    'asked',
    'Whether the models predicted only themselves, or each other by name.',
    ({ form }) => textCell(askedWords[form]),
    3,
  ),
  left('model', 'Model name as given by the user.', ({ model }) => named(model)),
  right(resultWords.score, 'Score of its predictions of itself.', (entry) => scoreCell(entry.own, entry)),
  right('expected', 'Score expected from the predictions of other models.', (entry) =>
    scoreCell(entry.expected, entry),
  ),
  right('advantage', 'In the units of the measure; not what the verdict tests.', (entry) =>
    comparedCell({ ...entry, interval: null }),
  ),
  right('n', 'Number of items with a prediction and an outcome of every model.', ({ n }) => itemsCell(n)),
];

const directionColumns: readonly Column<DirectionEntry>[] = [
  left('measure', 'Compared measure.', ({ measure }) => textCell(measureName(measure))),
  left('model', 'Model name as given by the user.', ({ model }) => named(model)),
  left('other', 'The model whose prediction of the same outcomes is compared.', ({ other }) => named(other)),
  right('score − other [95 %]', 'In the units of the measure.', comparedCell),
  right('n', 'Number of items with a prediction and an outcome of every model.', ({ n }) => itemsCell(n)),
];

const bestColumns: readonly Column<BestOtherEntry>[] = [
  left('measure', 'Compared measure.', ({ measure }) => textCell(measureName(measure))),
  left('model', 'Model name as given by the user.', ({ model }) => named(model)),
  left('best other', 'Best other model on the first and on the second half of the items.', ({ best, reason }) =>
    best.length === 0
      ? absentCell(reason ?? 'none')
      : textCell([...new Set(best)].map((name) => oneLine(name, maxNameWidth)).join(', ')),
  ),
  right(resultWords.score, 'Score of its predictions of itself.', (entry) => scoreCell(entry.own, entry)),
  right('other', 'Score of the best other model’s predictions.', (entry) => scoreCell(entry.other, entry)),
  right('score − other [95 %]', 'In the units of the measure.', comparedCell),
  right('n', 'Number of items with a prediction and an outcome of every model.', ({ n }) => itemsCell(n)),
];

/** Returns a note that names the errors among the measures, for which a difference above 0 is worse. */
function lowerNotes(entries: readonly DifferenceEntry[]): readonly string[] {
  const names = new Set(
    entries.flatMap(({ better, experiment, measure }) =>
      better === 'lower' ? [`${experiment}, ${measureName(measure)}`] : [],
    ),
  );
  return names.size === 0 ? [] : [`Lower is better: ${[...names].join('; ')}. A difference above 0 favors the second.`];
}

/** Columns of paired differences. Where all are between runs of one model, runs are named by their ids. */
function differenceColumns(entries: readonly DifferenceEntry[]): readonly Column<DifferenceEntry>[] {
  const ofOneModel = new Set(entries.flatMap(({ models, a, b }) => models ?? [a, b])).size === 1;
  const side = ({ a, b, runs }: DifferenceEntry, index: 0 | 1) =>
    textCell(ofOneModel && runs !== undefined ? runs[index] : oneLine([a, b][index] ?? '', maxNameWidth));
  return [
    left('measure', 'Compared measure.', ({ measure }) => textCell(measureName(measure))),
    left('first', 'Model or run.', (entry) => side(entry, 0)),
    left('second', 'Model or run.', (entry) => side(entry, 1)),
    ...differenceNumbers,
  ];
}

const differenceNumbers: readonly Column<DifferenceEntry>[] = [
  right('difference [95 %]', 'Paired by item.', comparedCell),
  right('p', 'Sign-flip permutation.', ({ p }) => chanceCell(p)),
  right('p (Holm)', 'Corrected for the number of comparisons.', ({ pHolm }) => chanceCell(pHolm)),
  right('detectable', 'The smallest real difference that 4 of 5 such runs would notice.', ({ detectable }) =>
    detectable === null || detectable === undefined
      ? absentCell('too few pairs')
      : numberCell(detectable, numberText(detectable, 'correlation')),
  ),
  right('n', 'Number of items that both have.', ({ n }) => itemsCell(n)),
];
