import { absentCell, filled, left, textCell } from '../../report/tables/report-table.ts';
import type { ReportTable } from '../../results/page.ts';
import { oneLine } from '../../util/text.ts';
import type { ItemView } from '../contract/contract-items.ts';

/** One unit of an item with the state of each model. */
interface MatrixRow {
  readonly item: string;
  readonly unit: string;
  readonly title: string;
  readonly states: ReadonlyMap<string, ItemView['state']>;
}

const words: Readonly<Record<ItemView['state'], string>> = {
  right: 'right',
  wrong: 'WRONG',
  mixed: 'mixed',
  missing: '-',
};
const maxTitle = 40;
const maxName = 24;

/** Returns the units of one experiment and condition by models: a row for each unit, a column for each model, at most `limit` rows. */
export function itemMatrix(rows: Iterable<ItemView>, limit: number): readonly ReportTable[] {
  const tables = Map.groupBy(rows, ({ experiment, condition }) => JSON.stringify([experiment, condition]));
  return [...tables.values()].map((of) => matrixOf(of, limit));
}

function matrixOf(rows: readonly ItemView[], limit: number): ReportTable {
  const [first] = rows;
  const models = [...new Set(rows.map(({ model }) => model))];
  const units = [...Map.groupBy(rows, ({ item, unit }) => JSON.stringify([item, unit])).values()].map(
    (of): MatrixRow => ({
      item: of[0]?.item ?? '',
      unit: of[0]?.unit ?? '',
      title: of[0]?.title ?? '',
      states: new Map(of.map(({ model, state }) => [model, state])),
    }),
  );
  const shown = units.slice(0, limit);
  const counts = models.map((model) => {
    const own = units.flatMap(({ states }) => states.get(model) ?? []);
    const right = own.filter((state) => state === 'right').length;
    return `${oneLine(model, maxName)}: ${right} of ${own.length} right`;
  });
  return {
    id: 'matrix',
    title: `${first?.experiment ?? ''} · ${first?.condition ?? ''}`,
    lead: '',
    ...filled(shown, [
      left<MatrixRow>('item', 'Id of the item, and its unit.', ({ item, unit }) =>
        textCell(unit === '' ? item : `${item} ${oneLine(unit, maxName)}`),
      ),
      ...models.map((model) =>
        left<MatrixRow>(oneLine(model, maxName), 'Whether its prediction matches most executions.', ({ states }) => {
          const state = states.get(model);
          return state === undefined ? absentCell('not asked') : textCell(words[state]);
        }),
      ),
      left<MatrixRow>('text', 'Beginning of the item.', ({ title }) => textCell(oneLine(title, maxTitle)), 9),
    ]),
    notes: [
      ...counts,
      ...(units.length > shown.length ? [`${units.length - shown.length} more with --all or --csv`] : []),
      '-: prediction or outcome is missing',
    ],
  };
}
