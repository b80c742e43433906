import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkRecordings } from '../checks/check-recordings.ts';
import { readRecordings } from '../formats.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-perhaps-sets-'));
afterAll(() => rmSync(folder, { recursive: true }));

type CellOf = (item: number, model: string) => string;

/** Writes a table of 120 items of two models with a column. */
function written(name: string, column: string, cellOf: CellOf): string {
  const file = join(folder, name);
  const rows = ['a', 'b'].flatMap((model) =>
    Array.from({ length: 120 }, (_, item) => `${model},q${item},${item % 3 === 0 ? 0 : 1},${cellOf(item, model)}`),
  );
  writeFileSync(file, [`model,item_id,correct,${column}`, ...rows].join('\n'));
  return file;
}

const halves = (item: number) => (item < 60 ? 'arc' : 'gpqa');

/** Reads tables together, and returns the data sets that are read of each. */
async function setsIn(files: readonly string[]) {
  const logs = await readRecordings(files);
  const setsOf = logs.map(({ items }) => new Set([...items.values()].map(({ set }) => set)));
  return { logs, sets: setsOf.map((sets) => [...sets]), notes: logs.map(({ notes }) => notes.join()) };
}

/** Writes a table of 120 items of two models with a column, and returns the data sets that are read of it. */
async function setsOf(column: string, cellOf: CellOf) {
  const { logs, sets } = await setsIn([written('table.csv', column, cellOf)]);
  const checks = checkRecordings(logs).filter(({ check }) => check === 'several sets');
  const ids = logs.flatMap(({ items }) => [...items.keys()]);
  return { sets: sets.flat().filter((set) => set !== null), named: checks.length > 0, ids };
}

describe('a column that may name the data sets of a table', () => {
  it.each([
    ...['task', 'Task', 'task_name', 'suite', 'eval_name', 'dataset_name', 'Dataset Name', 'benchmark_name', 'eval'],
  ])('names them where each has many items: %s', async (column) => {
    const { sets, named, ids } = await setsOf(column, (item) => (item < 60 ? 'arc' : 'gpqa'));
    expect([sets, named, ids[0]]).toEqual([['arc', 'gpqa'], true, 'q0']);
  });

  it.each<[string, (item: number, model: string) => string]>([
    ['one value', () => 'arc'],
    ['a value of each item', (item) => `HumanEval/${item}`],
    ['kinds of few items', (item) => `kind ${item % 30}`],
    ['a value that differs within an item', (_, model) => (model === 'a' ? 'short' : 'long')],
    ['gaps', (item) => (item < 60 ? 'arc' : '')],
    ['sets and a gap', (item) => (item === 7 ? '' : halves(item))],
  ])('names none where it has %s', async (_, cellOf) => {
    expect(await setsOf('task', cellOf)).toMatchObject({ sets: [], named: false });
  });
});

describe('splitBySets', () => {
  const base = () => written('base.csv', 'task', halves);
  const unsplit = [[null], [null]];

  it('takes an empty cell for the set that the item has in another log', async () => {
    const { sets } = await setsIn([base(), written('gap.csv', 'task', (item) => (item === 7 ? '' : halves(item)))]);
    expect(sets).toEqual([
      ['arc', 'gpqa'],
      ['arc', 'gpqa'],
    ]);
  });

  it.each<[string, string, CellOf, string]>([
    ['a log lacks the column', 'kind', halves, 'not every log has the same data sets'],
    ['a log has other sets', 'task', (item) => (item < 60 ? 'arc' : 'mmlu'), 'not every log has the same data sets'],
    ['a log has one value', 'task', () => 'arc', 'not every log has the same data sets'],
    [
      'an item is of two',
      'task',
      (item) => (item < 50 ? 'arc' : 'gpqa'),
      'an item has another data set in another log',
    ],
  ])('splits no log where %s, and says so', async (_, column, cellOf, why) => {
    const { sets, notes } = await setsIn([base(), written('other.csv', column, cellOf)]);
    expect(sets).toEqual(unsplit);
    expect(notes[0]).toContain(`column task does not split the items: ${why}`);
  });

  it('splits no log where an item has no value anywhere, and says so', async () => {
    const gap = (name: string) => written(name, 'task', (item) => (item === 7 ? '' : item < 60 ? 'arc' : 'gpqa'));
    const { sets, notes } = await setsIn([gap('first.csv'), gap('second.csv')]);
    expect(sets).toEqual(unsplit);
    expect(notes).toEqual(Array(2).fill('column task does not split the items: 1 item has no value in it'));
  });
});
