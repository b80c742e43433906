import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sebHere } from '../../../../test/support/in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-gate-of-logs-'));
afterAll(() => rmSync(folder, { recursive: true }));
const flat = (text: string) => text.replace(/\s+/g, ' ');
const items = Array.from({ length: 60 }, (_, item) => item);

/** Writes a log for each task in the form of lm-eval, and returns their paths. */
function lmEvalLogs(name: string, tasks: readonly (readonly [task: string, items: number])[]): readonly string[] {
  const own = join(folder, name, 'm');
  mkdirSync(own, { recursive: true });
  return tasks.map(([task, count]) => {
    const file = join(own, `samples_${task}_2026-01-01T00-00-00.000000.jsonl`);
    const rows = items.slice(0, count).map((item) => ({
      ...{ doc_id: item, doc: { q: `${task} ${item}` }, target: 'A', filter: 'none', doc_hash: `${task} ${item}` },
      ...{ metrics: ['acc'], acc: Number(item % 4 > 0) },
    }));
    writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'));
    return file;
  });
}

/** Writes a table for each data set, and returns their paths. */
function tables(name: string, sets: readonly string[]): readonly string[] {
  return sets.map((set) => {
    const file = join(folder, `${name}-${set}.csv`);
    const rows = items.map((item) => `m,${set}-${item},${set},${Number(item % 4 > 0)}`);
    writeFileSync(file, ['model,item_id,dataset,correct', ...rows].join('\n'));
    return file;
  });
}

const gate = (files: readonly string[]) => sebHere(['compare', ...files, '--fail-if-lower', '0.3']);

describe('a gate on several logs of each side', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    [
      'the new side, of tasks',
      lmEvalLogs('new', [['arc', 60]]),
      lmEvalLogs('base', [
        ['arc', 60],
        ['sums', 60],
      ]),
    ],
    [
      'the baseline, of tasks',
      lmEvalLogs('new both', [
        ['arc', 60],
        ['sums', 60],
      ]),
      lmEvalLogs('base one', [['arc', 60]]),
    ],
    ['the new side, of tables', tables('new', ['arc']), tables('base', ['arc', 'sums'])],
  ])('does not pass where one side lacks whole data sets: %s', async (_, now, before) => {
    const { code, stderr } = await gate([...now, ...before]);
    expect(code).toBe(2);
    expect(flat(stderr)).toMatch(/only m \(\S*sums\S*\) has sums, 60 of its 120 items/);
    expect(stderr).not.toContain('--where');
  });

  it('names both sides, and a small data set that one of them lacks', async () => {
    const now = lmEvalLogs('after', [
      ['arc', 60],
      ['sums', 60],
    ]);
    const before = lmEvalLogs('before', [
      ['arc', 60],
      ['sums', 60],
      ['days', 10],
    ]);
    const { code, stdout, stderr } = await gate([...now, ...before]);
    expect(code).toBe(0);
    expect(flat(stderr)).toMatch(/gate: new \S*after\/m, baseline \S*before\/m;/);
    expect(flat(stderr)).toMatch(/0 only \S*after\/m, 0 only \S*before\/m right/);
    expect(flat(stderr)).toMatch(/not compared: only m \(samples_days\S*\) has days/);
    expect(flat(stdout)).toMatch(/days is left out: only m \(samples_days\S*\) has it/);
    expect(stderr).not.toContain('has the model');
  });

  it('names the first log and the number of others where both sides are in one folder', async () => {
    const files = [...tables('one', ['arc', 'sums']), ...tables('two', ['arc', 'sums'])];
    expect(flat((await gate(files)).stderr)).toContain(
      'gate: new one-arc.csv and 1 other log, baseline two-arc.csv and 1 other log;',
    );
  });
});

it.each(['task', 'dataset'])(
  'says that items have no value of %s, and not that a side has no data set',
  async (column) => {
    const files = ['now', 'before'].map((name) => {
      const rows = ['arc', 'sums'].flatMap((set) =>
        items.map((item) => `m,${set}-${item},${set},${Number(item % 4 > 0)}`),
      );
      const without = name === 'now' ? items.slice(0, 10).map((item) => `m,other-${item},,1`) : [];
      const file = join(folder, `${column}-${name}.csv`);
      writeFileSync(file, [`model,item_id,${column},correct`, ...rows, ...without].join('\n'));
      return file;
    });
    const { stdout, stderr } = await gate(files);
    expect(flat(stderr)).toMatch(new RegExp(`not compared: only m \\(\\S+\\) has items without a value of ${column}`));
    expect(flat(stdout)).toContain(`items without a value of ${column} are left out: only m`);
  },
);

it('names logs of one name by their folders, in every sentence', async () => {
  const files = ['next', 'last'].map((name) => {
    mkdirSync(join(folder, name), { recursive: true });
    const rows = items.map((item) => `m,q${item},${Number(item % 4 > 0)},${item % 4 === 0 ? 'None' : 'A'}`);
    writeFileSync(join(folder, name, 'out.csv'), ['model,item_id,correct,answer', ...rows].join('\n'));
    return join(folder, name, 'out.csv');
  });
  const { stdout, stderr } = await gate(files);
  expect(stdout).toContain('log next/out.csv (table): m');
  expect(stdout).toMatch(/^ {2}next − last /m);
  expect(flat(stderr)).toContain('gate: new next/out.csv, baseline last/out.csv;');
  expect(flat(stderr)).toContain('0 only next/out.csv, 0 only last/out.csv right');
  expect(flat((await sebHere(['data', 'check', ...files])).stdout)).toContain('empty answer: m (next/out.csv):');
  expect(flat((await sebHere(['report', ...files])).stdout)).toMatch(/m \(next\/out\.csv\).* m \(last\/out\.csv\)/);
});

it('names the data sets of logs that have none in common', async () => {
  const { code, stderr } = await sebHere(['compare', ...tables('a', ['arc']), ...tables('b', ['Arc'])]);
  expect([code, flat(stderr)]).toEqual([
    2,
    expect.stringContaining(
      'no data set has models of two logs: arc in a-arc.csv, Arc in b-Arc.csv give logs of the same data sets, with one name for each',
    ),
  ]);
});
