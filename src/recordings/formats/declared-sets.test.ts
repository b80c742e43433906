import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readRecordings } from '../formats.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-declared-sets-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Written {
  readonly column?: string;
  /** Returns the id, question and key of an item; '' where the log has none. */
  readonly cellsOf?: (item: number) => readonly string[];
  readonly setOf?: (item: number) => string;
}

const halves = (item: number) => (item < 20 ? 'arc' : 'gpqa');
const ids = (item: number) => [`q${item}`, '', ''];

/** Writes a table of 40 items of one model. */
function table(model: string, { column = 'dataset', cellsOf = ids, setOf = halves }: Written = {}): string {
  const file = join(folder, `${model}.csv`);
  const rows = Array.from({ length: 40 }, (_, item) => [model, item % 3 && 1, ...cellsOf(item), setOf(item)].join());
  writeFileSync(file, [`model,correct,item_id,question,key,${column}`, ...rows].join('\n'));
  return file;
}

/** Returns set and id of an item in each log that is read. */
async function placesOf(at: number, ...files: readonly string[]) {
  const logs = await readRecordings(files);
  for (const { rows, items } of logs) for (const { item } of rows) expect(items.has(item)).toBe(true);
  return logs.map(({ items }) => {
    const item = [...items.values()][at];
    return `${item?.set} ${item?.id}`;
  });
}

describe('placeInSets', () => {
  it.each<[string, Written]>([
    ['lacks the column', { column: 'kind', setOf: () => '' }],
    ['has an empty cell', { setOf: (item) => (item === 7 ? '' : halves(item)) }],
    ['names its sets in another column', { column: 'task' }],
    ['has texts alone', { column: 'kind', cellsOf: (item) => [`q${item}`, `question ${item}`, ''] }],
    ['has keys alone', { column: 'kind', cellsOf: (item) => [`q${item}`, '', 'A'] }],
  ])('puts an item into the set that it has in another log, in any order: %s', async (_, other) => {
    const files = [table('a'), table('b', other)];
    for (const given of [files, files.toReversed()])
      expect(await placesOf(7, ...given)).toEqual(['arc arc:q7', 'arc arc:q7']);
  });

  it('puts an item into the set that another model of the table has it in', async () => {
    const file = join(folder, 'both.csv');
    const rows = ['a,1,q1,arc', 'a,1,q2,arc', 'b,0,q1,', 'b,1,q2,arc'];
    writeFileSync(file, ['model,correct,item_id,dataset', ...rows].join('\n'));
    const [log] = await readRecordings([file]);
    expect(log?.rows.map(({ model, item }) => `${model} ${item}`)).toEqual([
      'a arc:q1',
      'a arc:q2',
      'b arc:q1',
      'b arc:q2',
    ]);
  });

  it.each<[string, Written, Written]>([
    ['no log has it', {}, { column: 'kind', cellsOf: (item) => [`other ${item}`, '', ''] }],
    ['two sets have it', { cellsOf: (item) => [`q${item % 20}`, '', ''] }, { column: 'kind', cellsOf: ids }],
    [
      'its text is another one',
      { cellsOf: (item) => [`q${item}`, `question ${item}`, ''] },
      { column: 'kind', cellsOf: (item) => [`q${item}`, `other question ${item}`, ''] },
    ],
    [
      'its key is another one',
      { cellsOf: (item) => [`q${item}`, '', 'A'] },
      { column: 'kind', cellsOf: (item) => [`q${item}`, '', 'B'] },
    ],
  ])('puts an item into a set of items without a value where %s', async (_, declared, other) => {
    const [, place = ''] = await placesOf(7, table('a', declared), table('b', { ...other, setOf: () => '' }));
    expect(place).toMatch(/^no dataset (?:q|other )7$/);
  });

  it('chooses of several sets the one that another column names', async () => {
    const both = { cellsOf: (item: number) => [`q${item % 20}`, '', ''] };
    const part = { column: 'task', setOf: (item: number) => (item < 20 ? 'gpqa' : 'days') };
    expect(await placesOf(7, table('a', both), table('b', part))).toEqual(['arc arc:q7', 'gpqa gpqa:q7']);
  });
});
