import { absentCell, filled, left, textCell } from '../../report/tables/report-table.ts';
import type { ReportTable } from '../../results/page.ts';
import { oneLine } from '../../util/text.ts';
import type { ItemView } from '../contract/contract-items.ts';
import { type ItemMatrix, itemMatrices, type MatrixUnit } from '../contract/item-matrix.ts';

const words: Readonly<Record<Exclude<ItemView['state'], 'graded'>, string>> = {
  right: 'right',
  wrong: 'WRONG',
  mixed: 'mixed',
  missing: '-',
};
const maxTitle = 40;
const maxName = 24;

/** Returns the units of one experiment and condition by models: a row for each unit, a column for each model, at most `limit` rows. */
export function itemMatrix(rows: Iterable<ItemView>, limit: number): readonly ReportTable[] {
  return itemMatrices(rows).map((matrix) => matrixTable(matrix, limit));
}

function wordOf({ state, score }: ItemView): string {
  return state === 'graded' ? percent(score) : words[state];
}

function percent(share: number | null): string {
  return share === null ? words.missing : `${Math.round(100 * share)} %`;
}

function matrixTable({ experiment, condition, models, units }: ItemMatrix, limit: number): ReportTable {
  const shown = units.slice(0, limit);
  const counts = models.map((model) => {
    const own = units.flatMap(({ byModel }) => byModel.get(model)?.state ?? []);
    const count = (wanted: ItemView['state']) => own.filter((state) => state === wanted).length;
    const found =
      count('graded') > 0 ? `${count('graded')} of ${own.length} graded` : `${count('right')} of ${own.length} right`;
    return `${oneLine(model, maxName)}: ${found}`;
  });
  return {
    id: 'matrix',
    title: `${experiment} · ${condition}`,
    lead: '',
    ...filled(shown, [
      left<MatrixUnit>('item', 'Id of the item, and its unit.', ({ item, unit }) =>
        textCell(unit === '' ? item : `${item} ${oneLine(unit, maxName)}`),
      ),
      ...models.map((model) =>
        left<MatrixUnit>(
          oneLine(model, maxName),
          'Whether its prediction matches most executions, or its grade.',
          ({ byModel }) => {
            const row = byModel.get(model);
            return row === undefined ? absentCell('not asked, or left out by a filter') : textCell(wordOf(row));
          },
        ),
      ),
      left<MatrixUnit>('text', 'Beginning of the item.', ({ title }) => textCell(oneLine(title, maxTitle)), 9),
    ]),
    notes: [
      ...counts,
      ...(units.length > shown.length ? [`${units.length - shown.length} more with --all or --csv`] : []),
      '-: prediction or outcome is missing',
    ],
  };
}
