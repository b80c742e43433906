import type {
  BestOtherEntry,
  BetaEntry,
  Comparison,
  ComparisonMatrix,
  DifferenceEntry,
  SelfAdvantageEntry,
} from '../../analyze/compare/comparison-types.ts';
import { countText, intervalText, numberText } from '../../figure/marks/number-text.ts';
import { shortNames } from '../../figure/marks/short-names.ts';
import { slug } from '../../figure/render/slug.ts';
import { oneLine } from '../../util/text.ts';
import { advantageVerdictTable, askedWords } from './advantage-verdict-table.ts';
import { measureName } from './experiment-notes.ts';
import {
  absentCell,
  numberCell,
  type ReportTable,
  type TableCell,
  type TableColumn,
  textCell,
} from './report-table.ts';

const longestName = 60; // columns

type Entry = SelfAdvantageEntry | BestOtherEntry | BetaEntry | DifferenceEntry;

/** A column and how its cell is made of an entry. */
interface Making<E> extends TableColumn {
  readonly cell: (entry: E) => TableCell;
}

/** What can be said about self-knowledge and differences; no empty table. */
export function comparisonTables(comparison: Comparison): readonly ReportTable[] {
  const { matrices, self_advantage, best_other = [], divergent = [], beta, differences } = comparison;
  const tables = [
    advantageVerdictTable(comparison),
    ...matrices.map(matrixTable),
    tableOf({ ...selfAdvantage, entries: self_advantage, makings: advantageMakings }),
    tableOf({ ...divergentItems, entries: divergent, makings: advantageMakings }),
    tableOf({ ...bestOther, entries: best_other, makings: bestMakings }),
    tableOf({ ...selfAccess, entries: beta, makings: betaMakings }),
    tableOf({ ...pairedDifferences, entries: differences, makings: differenceMakings }),
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

/** Who predicts whom: predictions of the model of a row, scored against the behavior of the model of a column. */
function matrixTable(matrix: ComparisonMatrix): ReportTable {
  const names = shortNames(matrix.models).map((name) => oneLine(name, longestName));
  const { condition } = matrix;
  const asked = matrix.form === 'asked' ? ', asked about each other' : '';
  const where = `${asked}${condition === undefined ? '' : ` (${oneLine(condition, longestName)})`}`;
  const excluded = matrix.models_left_out ?? [];
  return {
    id: `matrix-${slug([matrix.experiment, matrix.measure, matrix.form === 'asked' ? 'asked' : '', condition ?? ''].join('-'))}`,
    title: `Who predicts whom: ${matrix.experiment}, ${measureName(matrix.measure)}${where}`,
    lead: `Rows: whose predictions. Columns: whose behavior. In brackets: predictions of oneself. ${
      matrix.form === 'asked'
        ? 'Every model was asked about every other one by name.'
        : 'A prediction of oneself is read as a prediction of every model.'
    }`,
    columns: [
      { name: 'predictions of', align: 'left', help: 'The predicting model.', rank: 0 },
      ...names.map(
        (name, index): TableColumn => ({
          name: String(index + 1),
          align: 'right',
          help: `Behavior of ${name}.`,
          rank: 1 + index,
        }),
      ),
    ],
    rows: names.map((name, predictor) => [
      textCell(`${predictor + 1} ${name}`),
      ...names.map((_, target) => {
        const value = matrix.values[predictor]?.[target] ?? null;
        if (value === null) return absentCell('the data does not determine it');
        const text = numberText(value, 'correlation');
        return numberCell(value, predictor === target ? `(${text})` : `${text} `);
      }),
    ]),
    notes: [
      matrix.form === 'asked'
        ? `Each cell counts what it has: at least ${matrix.items} outcomes.`
        : `${matrix.items} items with a prediction and an outcome of every model (${matrix.units ?? matrix.items} yes/no questions); ${matrix.left_out ?? 0} items excluded.`,
      ...(excluded.length === 0
        ? []
        : [
            `Not in the matrix, too few usable items: ${excluded.map((name) => oneLine(name, longestName)).join(', ')}.`,
          ]),
    ],
  };
}

interface Texts {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
}

const selfAdvantage: Texts = {
  id: 'self-advantage-table',
  title: 'Self-advantage',
  lead: 'Score of a model’s forecasts of itself minus what its strength as a predictor and its predictability as a target make likely, fitted to the forecasts of others; “all models” is diagonal minus off-diagonal. Unequal rates of “yes” and unequal predictors move it without any self-knowledge, MCC too. Where the interval holds 0, neither privileged self-knowledge nor its absence is shown.',
};
const divergentItems: Texts = {
  id: 'self-advantage-divergent',
  title: 'Self-advantage on divergent items',
  lead: 'The same on the items on which the models do not all behave alike, each stable in its own executions: general knowledge of the item does not help there.',
};
const bestOther: Texts = {
  id: 'best-other',
  title: 'A model against its best other predictor',
  lead: 'Forecasts of oneself minus those of the best other model, which was chosen on one half of the items and scored on the other half.',
};
const selfAccess: Texts = {
  id: 'self-access',
  title: 'Self-access',
  lead: 'β: by how many log odds a forecast is likelier to be right when a model forecasts itself, with predictor, target and item held fixed.',
};
const pairedDifferences: Texts = {
  id: 'differences',
  title: 'Paired differences',
  lead: 'First minus second on the same items; p values by permutation, corrected after Holm over all comparisons of this report.',
};

function tableOf<E extends Entry>({
  entries,
  makings,
  ...texts
}: Texts & { readonly entries: readonly E[]; readonly makings: readonly Making<E>[] }): ReportTable {
  const conditions = new Set(entries.map(({ experiment, condition }) => JSON.stringify([experiment, condition])));
  const several = conditions.size > new Set(entries.map(({ experiment }) => experiment)).size;
  const condition: Making<E> = left('condition', 'How the forecast was asked.', (entry) =>
    entry.condition === undefined ? absentCell('not said') : textCell(oneLine(entry.condition, longestName)),
  );
  const experiment: Making<E> = left('experiment', 'What was asked.', (entry) => textCell(entry.experiment));
  const all = [experiment, ...(several ? [condition] : []), ...makings];
  return {
    ...texts,
    columns: all.map(({ name, align, help, rank }) => ({ name, align, help, rank })),
    rows: entries.map((entry) => all.map(({ cell }) => cell(entry))),
  };
}

function right<E>(name: string, help: string, cell: (entry: E) => TableCell, rank = 0): Making<E> {
  return { name, align: 'right', help, cell, rank };
}

function left<E>(name: string, help: string, cell: (entry: E) => TableCell, rank = 0): Making<E> {
  return { name, align: 'left', help, cell, rank };
}

function named(model: string): TableCell {
  return textCell(model === 'all' ? 'all models' : oneLine(model, longestName));
}

function comparedCell({ value, interval, reason }: Entry): TableCell {
  if (value === null) return absentCell(reason ?? 'the data does not determine it');
  const text = numberText(value, 'correlation');
  if (interval === null) return numberCell(value, text, 'no interval: too few groups of items, or nothing varies');
  return numberCell(value, `${text} ${intervalText(interval, 'correlation')}`);
}

function betaCell(entry: BetaEntry): TableCell {
  const cell = comparedCell(entry);
  return entry.caution === undefined ? cell : { ...cell, note: entry.caution };
}

function scoreCell(value: number | null | undefined, entry: Entry): TableCell {
  if (value === null || value === undefined) return absentCell(entry.reason ?? 'the data does not determine it');
  return numberCell(value, numberText(value, 'correlation'));
}

function chanceCell(p: number | null): TableCell {
  if (p === null) return absentCell('no test: too few pairs');
  return numberCell(p, p < 0.001 ? '< 0.001' : p.toFixed(3));
}

function itemsCell(n: number): TableCell {
  return numberCell(n, countText(n));
}

const advantageMakings: readonly Making<SelfAdvantageEntry>[] = [
  left('measure', 'What the cells of the matrix are.', ({ measure }) => textCell(measureName(measure))),
  left('asked', 'Whom the models were asked about.', ({ form }) => textCell(askedWords[form]), 3),
  left('model', 'As the user named it.', ({ model }) => named(model)),
  right('itself', 'Score of its forecasts of itself.', (entry) => scoreCell(entry.own, entry)),
  right('expected', 'What the forecasts of others make likely.', (entry) => scoreCell(entry.expected, entry)),
  right('advantage [95 %]', 'In the units of the measure.', comparedCell),
  right('n', 'Items that every model has a prediction and an outcome for.', ({ n }) => itemsCell(n)),
];

const bestMakings: readonly Making<BestOtherEntry>[] = [
  left('measure', 'What is compared.', ({ measure }) => textCell(measureName(measure))),
  left('model', 'As the user named it.', ({ model }) => named(model)),
  left('best other', 'Chosen on the first and on the second half of the items.', ({ best, reason }) =>
    best.length === 0
      ? absentCell(reason ?? 'none')
      : textCell([...new Set(best)].map((name) => oneLine(name, longestName)).join(', ')),
  ),
  right('itself', 'Score of its forecasts of itself.', (entry) => scoreCell(entry.own, entry)),
  right('other', 'Score of the best other’s forecasts.', (entry) => scoreCell(entry.other, entry)),
  right('itself − other [95 %]', 'In the units of the measure.', comparedCell),
  right('n', 'Items that every model has a prediction and an outcome for.', ({ n }) => itemsCell(n)),
];

const betaMakings: readonly Making<BetaEntry>[] = [
  left('held fixed', 'Beside predictor, target and item.', ({ similarity, controls }) =>
    textCell(
      controls === undefined || controls.length === 0
        ? similarity
          ? 'similarity of models'
          : 'nothing else'
        : controls.join(', '),
    ),
  ),
  right('β [95 %]', 'Log odds; unequal models move it without self-knowledge.', betaCell),
  right('n', 'Items that every model has a prediction and an outcome for.', ({ n }) =>
    n === undefined ? absentCell('not said') : itemsCell(n),
  ),
];

const differenceMakings: readonly Making<DifferenceEntry>[] = [
  left('measure', 'What is compared.', ({ measure }) => textCell(measureName(measure))),
  left('first', 'Model or run.', ({ a }) => textCell(oneLine(a, longestName))),
  left('second', 'Model or run.', ({ b }) => textCell(oneLine(b, longestName))),
  right('difference [95 %]', 'Paired by item.', comparedCell),
  right('p', 'Sign-flip permutation.', ({ p }) => chanceCell(p)),
  right('p (Holm)', 'Corrected for the number of comparisons.', ({ p_holm }) => chanceCell(p_holm)),
  right('n', 'Items that both have.', ({ n }) => itemsCell(n)),
];
