import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { AppError } from '../util/app-error.ts';
import { seededRandom } from '../util/random.ts';
import { readRecording } from './formats.ts';
import type { FieldChoice } from './recording.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-repeated-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Cell = (item: number, execution: number) => number | string;

/** Writes a table in which two models have 30 items, each in two rows; right is what the first row of an item mostly is. */
function written(columns: Readonly<Record<string, Cell>>): string {
  const names = Object.keys(columns);
  const lines = ['a', 'b'].flatMap((model) =>
    [0, 1].flatMap((execution) =>
      Array.from({ length: 30 }, (_, item) => {
        const right = Number((item + execution) % (execution === 0 ? 10 : 3) !== 0);
        return [model, `q${item}`, right, ...names.map((name) => columns[name]?.(item, execution))].join(',');
      }),
    ),
  );
  const file = join(folder, `${names.join('-')}.csv`);
  writeFileSync(file, [['model', 'item_id', 'is_correct', ...names].join(','), ...lines].join('\n'));
  return file;
}

async function read(file: string, choice: FieldChoice = {}): Promise<string | number> {
  return readRecording(file, choice).then(
    ({ rows }) => rows.length,
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return `${error.message}; ${error.hint}`;
    },
  );
}

const random = seededRandom('outputs');
const of =
  (...values: readonly (number | string)[]): Cell =>
  (_, execution) =>
    values[execution] ?? '';
const drawn = (values: readonly (number | string)[]): Cell => {
  const cells = Array.from({ length: 60 }, () => values[Math.floor(random() * values.length)] ?? '');
  return (item, execution) => cells[2 * item + execution] ?? '';
};

describe('a column named like an output', () => {
  it.each<[string, readonly [string, string]]>([
    ['judge', ['g1', 'g2']],
    ['Judge', ['strict', 'lenient']],
    ['judgment', ['first', 'second']],
    ['thinking', ['on', 'off']],
    ['reasoning', ['low', 'high']],
    ['date', ['2026-01-01', '2026-01-02']],
    ['timestamp', ['2026-01-01T00:00:01', '2026-01-01T00:00:02']],
    ['created_at', ['1', '2']],
    ['latency', ['0.1', '0.2']],
    ['tokens', ['100', '1000']],
  ])('is a condition where each item has one row for each of few values: %s', async (name, [first, second]) => {
    const file = written({ [name]: of(first, second) });
    const refusal = await read(file);
    expect(refusal).toContain(`${name} differs: these are conditions, not repeats`);
    expect(refusal).toContain(`--where ${name}=${first}`);
    expect(refusal).toContain(`--columns epoch=${name}`);
    expect(await read(file, { where: [{ field: name, value: second }] })).toBe(60);
    expect(await read(file, { columns: new Map([['epoch', name]]) })).toBe(120);
    expect(await read(file, { columns: new Map([['model', `model+${name}`]]) })).toBe(120);
  });

  it('is a condition where rows of an item have some of the values, and where a few are given twice', async () => {
    const ofThree = written({ judge: (item, execution) => ['g1', 'g2', 'g3'][(item + execution) % 3] ?? '' });
    expect(await read(ofThree)).toContain('judge differs');
    const days = written({ date: (item, execution) => `2026-01-0${1 + 5 * execution + Number(item > 14)}` });
    expect(await read(days)).toContain('--columns epoch=date');
    expect(await read(written({ judge: (item, execution) => (item === 3 ? 'g1' : `g${execution}`) }))).toContain(
      'judge differs',
    );
  });

  it('is a condition beside a column of executions, where it says more than they do', async () => {
    const file = written({ seed: () => 1, judge: of('g1', 'g2') });
    expect(await read(file)).toContain('judge differs');
    expect(await read(file)).toContain('--columns epoch=seed+judge');
    expect(await read(written({ epoch: of(1, 2), judge: of('g1', 'g2') }))).toContain('judge differs');
    expect(await read(written({ epoch: of(1, 2), date: of('Monday', 'Tuesday'), row: of(1, 2) }))).toBe(120);
  });

  it.each<[string, string, Cell]>([
    ['response', 'answers to a choice', drawn(['A', 'B', 'C', 'D'])],
    ['output', 'yes and no', drawn(['yes', 'no'])],
    ['judgement', 'verdicts', drawn(['CORRECT', 'INCORRECT'])],
    [
      'finish_reason',
      'hardly ever another one',
      (item, execution) => (item === 3 && execution === 1 ? 'length' : 'stop'),
    ],
    ['error', 'few errors', (item, execution) => (item % 9 === 4 && execution === 1 ? 'timeout' : '')],
    ['latency', 'values with two digits', drawn(Array.from({ length: 40 }, (_, at) => (at / 10).toFixed(2)))],
    ['timestamp', 'another value in each row', (item, execution) => 1_000 * execution + item],
    ['tokens', 'numbers', (item, execution) => 100 + ((item * 7 + execution * 13) % 50)],
    ['completion', 'texts', (item, execution) => `text ${item} ${execution}`],
    ['judge', 'one judge', () => 'g1'],
    ['judge', 'another judge for each item', (item) => `g${item % 2}`],
  ])('holds outputs, and rows are repeats: %s, %s', async (name, _, cell) => {
    expect(await read(written({ [name]: cell }))).toBe(120);
  });
});

it('a condition of another name is refused with the same ways out', async () => {
  const refusal = await read(written({ grader: of('g1', 'g 2') }));
  expect(refusal).toContain('grader differs');
  expect(refusal).toContain('--where grader=g1');
  expect(refusal).toContain('--columns epoch=grader');
});
