import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  ])('names none where it has %s', async (_, cellOf) => {
    expect(await setsOf('task', cellOf)).toMatchObject({ sets: [], named: false });
  });
});

describe('splitBySets', () => {
  const base = () => written('base.csv', 'task', halves);

  it('takes an empty cell for the set that the item has in another log', async () => {
    const { sets } = await setsIn([base(), written('gap.csv', 'task', (item) => (item === 7 ? '' : halves(item)))]);
    expect(sets).toEqual([
      ['arc', 'gpqa'],
      ['arc', 'gpqa'],
    ]);
  });

  it.each<[string, string, CellOf]>([
    ['lacks the column', 'kind', halves],
    ['has an item without a value', 'task', (item) => (item === 7 ? '' : halves(item))],
  ])('takes the sets of the first log where the other one %s, in any order', async (_, column, cellOf) => {
    const [one, other] = [base(), written('other.csv', column, cellOf)];
    for (const files of [
      [one, other],
      [other, one],
    ]) {
      const { logs } = await setsIn(files);
      for (const { items } of logs) expect(items.get('q7')?.set).toBe('arc');
      for (const { items } of logs) expect(items.get('q99')?.set).toBe('gpqa');
    }
  });

  it('keeps the value of each log for few items of two, and counts them', async () => {
    const { notes, logs } = await setsIn([
      base(),
      written('other.csv', 'task', (item) => (item < 55 ? 'arc' : 'gpqa')),
    ]);
    expect(logs.map(({ items }) => items.get('q57')?.set)).toEqual(['arc', 'gpqa']);
    expect(notes).toEqual(Array(2).fill('5 items have more than one value in column task'));
  });

  it('takes equal ids of other texts for other items', async () => {
    const table = (name: string, set: string, first: number) => {
      const file = join(folder, name);
      const rows = Array.from({ length: 60 }, (_, at) => `m,q${first + at},1,${set},${set} question ${first + at}`);
      writeFileSync(file, ['model,item_id,correct,task,question', ...rows].join('\n'));
      return file;
    };
    const { sets, notes } = await setsIn([table('gsm.csv', 'gsm', 0), table('mmlu.csv', 'mmlu', 52)]);
    expect(sets).toEqual([['gsm'], ['mmlu']]);
    expect(notes.join('')).not.toContain('more than one value');
  });

  it('splits logs with other sets, and logs of one set each', async () => {
    const third = (item: number) => (item < 60 ? 'arc' : item < 90 ? 'gpqa' : 'mmlu');
    const items = (name: string, cellOf: CellOf) => {
      const file = written(name, 'task', cellOf);
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/\bq(?=\d)/g, `${name}-`));
      return file;
    };
    const read = [base(), items('third.csv', third), items('one.csv', () => 'arc')];
    expect((await setsIn(read)).sets).toEqual([['arc', 'gpqa'], ['arc', 'gpqa', 'mmlu'], ['arc']]);
    const ones = [items('arc.csv', () => 'arc'), items('gpqa.csv', () => 'gpqa')];
    expect((await setsIn(ones)).sets).toEqual([['arc'], ['gpqa']]);
  });

  it('puts items without a value in a set of their own', async () => {
    const gap = (name: string) => written(name, 'task', (item) => (item % 20 === 7 ? '' : halves(item)));
    const { sets, logs } = await setsIn([gap('first.csv'), gap('second.csv')]);
    expect(sets).toEqual(Array(2).fill(['arc', 'no task', 'gpqa']));
    expect(logs[0]?.items.get('q7')?.set).toBe('no task');
  });

  it('splits no log where many items are of two, and says so', async () => {
    const { sets, notes } = await setsIn([base(), written('other.csv', 'task', () => 'arc')]);
    expect(sets).toEqual([[null], [null]]);
    const note = '60 items have more than one value in column task, so that it does not split the items';
    expect(notes).toEqual([note, note]);
  });
});
