import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkRecordings } from '../checks/check-recordings.ts';
import { readRecording } from '../formats.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-perhaps-sets-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a table of 120 items of two models with a column, and returns the data sets that are read of it. */
async function setsOf(column: string, cellOf: (item: number, model: string) => string) {
  const file = join(folder, 'table.csv');
  const rows = ['a', 'b'].flatMap((model) =>
    Array.from({ length: 120 }, (_, item) => `${model},q${item},${item % 3 === 0 ? 0 : 1},${cellOf(item, model)}`),
  );
  writeFileSync(file, [`model,item_id,correct,${column}`, ...rows].join('\n'));
  const log = await readRecording(file);
  const checks = checkRecordings([log]).filter(({ check }) => check === 'several sets');
  const sets = new Set([...log.items.values()].flatMap(({ set }) => set ?? []));
  return { sets: [...sets], named: checks.length > 0, ids: [...log.items.keys()] };
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
