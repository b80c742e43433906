import { describe, expect, it } from 'vitest';
import type { ItemView } from '../contract/contract-items.ts';
import { itemMatrix } from './item-matrix.ts';

function row(item: string, model: string, state: ItemView['state'], more: Partial<ItemView> = {}): ItemView {
  return {
    ...{ run: 'r', experiment: 'restriction', model, condition: 'paper', item, title: `text of ${item}`, unit: '' },
    ...{ prediction: 'x', outcome: 'y', state, reason: null, score: 1, agree: 1, executions: 1, same: null },
    ...{ others: null, judgesDiffer: false, part: null },
    ...more,
  };
}

const texts = (rows: readonly ItemView[], limit = 50) =>
  itemMatrix(rows, limit).map(({ columns, rows: cells, notes }) => ({
    columns: columns.map(({ name }) => name),
    rows: cells.map((each) => each.map(({ text }) => text)),
    notes,
  }));

describe('itemMatrix', () => {
  it('keeps runs apart, and says that an empty cell may be left out by a filter', () => {
    const [first, second] = itemMatrix(
      [row('1', 'a', 'right'), row('2', 'b', 'wrong'), row('1', 'a', 'wrong', { run: 's' })],
      9,
    );
    expect(first?.rows[0]?.[2]).toMatchObject({ text: 'n/a', note: 'not asked, or left out by a filter' });
    expect(second?.rows).toHaveLength(1);
  });

  it('has a row for each unit and a column for each model, whatever the order of rows', () => {
    const rows = [row('1', 'a', 'right'), row('2', 'a', 'wrong'), row('2', 'b', 'mixed'), row('1', 'b', 'missing')];
    const [table] = texts(rows);
    expect(table?.columns).toEqual(['item', 'a', 'b', 'text']);
    expect(table?.rows).toEqual([
      ['1', 'right', '-', 'text of 1'],
      ['2', 'WRONG', 'mixed', 'text of 2'],
    ]);
    expect(table?.notes).toContain('a: 1 of 2 right');
  });

  it('shows grades, and says how many', () => {
    const [table] = texts([
      row('1', 'a', 'graded', { score: 0.25 }),
      row('2', 'a', 'graded'),
      row('3', 'a', 'missing'),
    ]);
    expect(table?.rows.map(([, cell]) => cell)).toEqual(['25 %', '100 %', '-']);
    expect(table?.notes).toContain('a: 2 of 3 graded');
  });

  it('says where a model was not asked, and keeps experiments, conditions and units apart', () => {
    const rows = [
      row('1', 'a', 'right', { unit: 'u' }),
      row('1', 'b', 'right', { unit: 'v' }),
      row('1', 'a', 'right', { condition: 'other' }),
    ];
    const tables = texts(rows);
    expect(tables.map((table) => table.rows)).toEqual([
      [
        ['1 u', 'right', 'n/a', 'text of 1'],
        ['1 v', 'n/a', 'right', 'text of 1'],
      ],
      [['1', 'right', 'text of 1']],
    ]);
  });

  it('counts all units, though it shows the first', () => {
    const [table] = texts(
      ['1', '2', '3'].map((item) => row(item, 'a', 'right')),
      2,
    );
    expect(table?.rows).toHaveLength(2);
    expect(table?.notes).toEqual(expect.arrayContaining(['a: 3 of 3 right', '1 more with --all or --csv']));
  });
});
