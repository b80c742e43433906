import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readRecordings } from '../formats.ts';
import { screenRecordings } from './check-recordings.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-data-sets-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** An answer of an item, whether it is right, and the key. */
type Row = readonly [answer: string, isRight: boolean, key: string];

const sound = Array.from({ length: 40 }, (_, item): Row => [`k${item}`, true, `k${item}`]);
const times = (count: number, row: Row) => Array.from({ length: count }, () => row);

/** Returns how many rows of each data set lose their outcome, from the tables that are read together. */
async function lostIn(tables: readonly Readonly<Record<string, readonly Row[]>>[]): Promise<Record<string, number>> {
  const files = tables.map((sets, index) => {
    const lines = Object.entries(sets).flatMap(([set, rows]) =>
      [...sound, ...rows].map(([answer, isRight, key], item) =>
        [set, `${set} ${item}`, answer, Number(isRight), key]
          .map((cell) => `"${`${cell}`.replaceAll('"', '""')}"`)
          .join(),
      ),
    );
    const file = join(folder, `${index}.csv`);
    writeFileSync(file, ['dataset,item_id,answer,is_correct,correct_answer', ...lines].join('\n'));
    return file;
  });
  const { logs } = screenRecordings(await readRecordings(files));
  const lost = Object.fromEntries(tables.flatMap((sets) => Object.keys(sets).map((set) => [set, 0])));
  for (const { rows, items } of logs)
    for (const { item, outcome } of rows)
      if (outcome.kind === 'absent') lost[items.get(item)?.set ?? ''] = (lost[items.get(item)?.set ?? ''] ?? 0) + 1;
  return lost;
}

describe('data sets of one table', () => {
  it.each<[string, string, readonly Row[]]>([
    ['the word is a key', 'None', [['None', true, 'None']]],
    ['the word is a key', 'skipped', [['skipped', true, 'skipped']]],
    ['the word is often right', 'declined', [['declined', true, 'a']]],
    ['the error is a key', 'Request timed out.', [['Request timed out.', true, 'Request timed out.']]],
    [
      'the error is often right',
      '{"error": {"message": "Rate limit reached", "code": 429}}',
      times(6, ['{"error": {"message": "Rate limit reached", "code": 429}}', true, 'a']),
    ],
    ['the items are about codes', 'Error 503', times(60, ['503', true, '503'])],
    [
      'the items are about errors',
      '503 Service Unavailable',
      ['lost connection', 'full memory', 'many users', 'old keys'].map(
        (cause): Row => [`The server is overloaded because of ${cause}`, false, 'x'],
      ),
    ],
    ['programs were run', 'timed out', [['failed: AssertionError', false, 'x']]],
    ['programs passed their tests', 'timed out', [['passed', true, 'x']]],
  ])('say nothing of the answers of each other: %s (%s)', async (_, text, quiz) => {
    const about = [...quiz, ...times(6, [text, false, 'b'])];
    const other = times(6, [text, false, 'b']);
    const expected = { quiz: 0, other: 6 };
    expect(await lostIn([{ quiz: about, other }]), 'one table').toEqual(expected);
    expect(await lostIn([{ other, quiz: about }]), 'in the other order').toEqual(expected);
    expect(await lostIn([{ quiz: about }, { other }]), 'two tables').toEqual(expected);
  });

  it('count rows of a model together where a word needs five', async () => {
    const three = times(3, ['timeout', false, 'b']);
    expect(await lostIn([{ one: three, other: three }])).toEqual({ one: 3, other: 3 });
  });
});

it('takes a flag for a failed call where other models of the items are wrong without it, in one table or several', async () => {
  const rowsOf = (model: string) =>
    Array.from({ length: 60 }, (_, item) => {
      const isWrong = item % 3 === 0;
      const hasFailed = isWrong && model === 'failing';
      return `${model},q${item},${hasFailed ? '' : isWrong ? 'b' : 'a'},${Number(!isWrong)},${hasFailed}`;
    });
  const lostOf = async (...tables: readonly (readonly string[])[]) => {
    const files = tables.map((rows, index) => {
      const file = join(folder, `flags-${index}.csv`);
      writeFileSync(file, ['model,item_id,answer,is_correct,failed', ...rows].join('\n'));
      return file;
    });
    const { logs } = screenRecordings(await readRecordings(files));
    const outcomes = logs.flatMap(({ rows }) => rows.map(({ outcome }) => outcome));
    return outcomes.filter((outcome) => outcome.kind === 'absent' && outcome.reason === 'failed').length;
  };
  const [one, other] = [rowsOf('failing'), rowsOf('other')];
  expect([await lostOf([...one, ...other]), await lostOf(one, other), await lostOf(one)]).toEqual([20, 20, 0]);
});
