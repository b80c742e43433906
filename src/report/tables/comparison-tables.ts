import type {
  BestOtherEntry,
  Comparison,
  ComparisonMatrix,
  DirectionEntry,
  SelfAdvantageEntry,
} from '../../analyze/compare/comparison-types.ts';
import type { ReportTable, TableCell } from '../../results/page.ts';
import { resultWords } from '../../results/result-words.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { countText, numberText } from '../figures/marks/number-text.ts';
import { shortNames } from '../figures/marks/short-names.ts';
import { slug } from '../figures/render/slug.ts';
import { advantageVerdictTable, askedWords } from './advantage-verdict-table.ts';
import { type ComparedEntry, type ComparedTexts, comparedCell, comparedTable, itemsCell } from './compared-table.ts';
import { differenceTable } from './difference-table.ts';
import { measureName } from './experiment-notes.ts';
import { absentCell, type Column, filled, left, maxNameWidth, numberCell, right, textCell } from './report-table.ts';

/**
 * Returns the tables about self-knowledge and differences, without empty ones; of runs of one model, the differences
 * only.
 */
export function comparisonTables(comparison: Comparison): readonly ReportTable[] {
  const { matrices, selfAdvantage, bestOther = [], directions = [], differences } = comparison;
  const paired = differenceTable(differences);
  if (matrices.length === 0 && differences.length > 0) return [paired];
  const isUndecided = (comparison.verdicts ?? []).every(({ p }) => p === null); // paired differences are then what is tested
  const tables = [
    directionTable(directions),
    ...(isUndecided ? [paired] : []),
    advantageVerdictTable(comparison),
    ...numberedApart(matrices.map(matrixTable)),
    comparedTable({
      ...selfAdvantageTexts,
      entries: selfAdvantage.filter(({ forms }) => forms !== undefined),
      columns: advantageColumns,
    }),
    comparedTable({ ...bestOtherTexts, entries: bestOther, columns: bestColumns }),
    ...(isUndecided ? [] : [paired]),
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

/** Returns tables with a number in the title and the id of those that share them: matrices of different items. */
function numberedApart(tables: readonly ReportTable[]): readonly ReportTable[] {
  return tables.map((table) => {
    const alike = tables.filter(({ id }) => id === table.id);
    if (alike.length === 1) return table;
    const number = alike.indexOf(table) + 1;
    return { ...table, id: `${table.id}-${number}`, title: `${table.title}, data set ${number} of ${alike.length}` };
  });
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

const selfAdvantageTexts: ComparedTexts = {
  id: 'self-advantage-table',
  title: 'Self-advantage',
  lead: 'Score of a model’s predictions of itself minus the score expected from its strength as a predictor and its predictability as a target, fitted to the predictions of other models; “all models” is diagonal minus off-diagonal. Unequal rates of “yes” and unequal predictors can change this value (and MCC) without any self-knowledge. The verdict tests another form, so this value has no interval; it shows neither privileged self-knowledge nor its absence.',
};
const bestOtherTexts: ComparedTexts = {
  id: 'best-other',
  title: 'A model against its best other predictor',
  lead: 'Score of a model’s predictions of itself minus that of the best other model, chosen on one half of the items and scored on the other half.',
};

/** Returns the table of what two or three models decide. */
function directionTable(directions: readonly DirectionEntry[]): ReportTable {
  const table = comparedTable({ ...directionTexts, entries: directions, columns: directionColumns });
  return { ...table, notes: directionNotes(directions) };
}

/** Returns what the two directions of each pair of models say together: a line for the tasks that say the same. */
function directionNotes(directions: readonly DirectionEntry[]): readonly string[] {
  const key = ({ experiment, condition, measure }: DirectionEntry) => JSON.stringify([experiment, condition, measure]);
  const said = directions.flatMap((entry, index) => {
    const back = directions.find(
      (each, other) =>
        other > index && key(each) === key(entry) && each.model === entry.other && each.other === entry.model,
    );
    if (back === undefined) return [];
    const names = [entry.model, entry.other].map((name) => oneLine(name, maxNameWidth)).join(' and ');
    return [{ experiment: entry.experiment, text: `${names}: ${directionsText(entry, back)}` }];
  });
  return [...Map.groupBy(said, ({ text }) => text)].map(([text, own]) => {
    const experiments = [...new Set(own.map(({ experiment }) => experiment))];
    return `${experiments.join(', ')}; ${text}`;
  });
}

function directionsText(...both: readonly [DirectionEntry, DirectionEntry]): string {
  const above = both.filter(({ interval }) => interval !== null && interval[0] > 0).length;
  if (above === 2) return 'both directions above 0: not explained by strength alone.';
  if (both.some(({ interval }) => interval === null)) return 'not measured in both directions.';
  return above === 1
    ? 'one direction above 0: a stronger predictor may explain it.'
    : 'neither direction above 0: nothing here shows that either predicts itself better.';
}

const directionTexts: ComparedTexts = {
  id: 'prediction-directions',
  title: 'Each model’s prediction of itself against the other’s',
  lead: 'Score of a model’s prediction of itself minus that of the other model’s prediction of the same outcomes. A stronger predictor is above 0 in one direction only. Both above 0 does not exclude that each knows its own rates, or its family.',
};

function named(model: string): TableCell {
  return textCell(model === 'all' ? 'all models' : oneLine(model, maxNameWidth));
}

function scoreCell(value: number | null | undefined, entry: ComparedEntry): TableCell {
  if (value === null || value === undefined) return absentCell(entry.reason ?? 'not identified by the data');
  return numberCell(value, numberText(value, 'correlation'));
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
