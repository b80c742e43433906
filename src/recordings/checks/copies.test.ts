import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type AnswerRow, simulatedRows, writeAnswers } from '../../../test/support/corruptions.ts';
import { readRecording } from '../formats.ts';
import { checkRecordings, screenRecordings } from './check-recordings.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-copies-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Rows = readonly AnswerRow[];

/** Returns the models that are left of tables, log by log, and what the check says. */
async function left(...tables: readonly Rows[]) {
  const logs = [];
  for (const [index, rows] of tables.entries()) logs.push(await readRecording(writeAnswers(folder, `t${index}`, rows)));
  const named = checkRecordings(logs).filter(({ check }) => check === 'same models');
  const kept = screenRecordings(logs).logs.map(({ rows }) => [...new Set(rows.map(({ model }) => model))]);
  return { kept, named: named.map(({ kind, models }) => [kind, models]) };
}

const sound = simulatedRows({ models: 3, items: 100, seed: 'copies' });
const of = (rows: Rows, model: string) => rows.filter((row) => row.model === model);
const [a = '', b = '', c = ''] = [...new Set(sound.map(({ model }) => model))];
const copyOf = (rows: Rows, model: string, name: string) => of(rows, model).map((row) => ({ ...row, model: name }));
const renamed = (rows: Rows) =>
  rows.map((row) => ({ ...row, item: `other ${row.item}`, question: `Other: ${row.question}` }));
/** Two models of 60 items that are right but on some, with equal answers. */
const good = (wrong: (id: number) => string | null): Rows =>
  ['one', 'two'].flatMap((model) =>
    Array.from({ length: 60 }, (_, id): AnswerRow => {
      const key = 'ABCD'[id % 4] ?? 'A';
      const answer = wrong(id) ?? key;
      return {
        model,
        item: `${id}`,
        question: `Question ${id * 911} of ${id}`,
        answer,
        key,
        correct: Number(answer === key),
        confidence: '',
      };
    }),
  );
const other = (id: number) => 'ABCD'[(id + 1) % 4] ?? 'A';

describe('same models', () => {
  it.each<[string, readonly Rows[], readonly (readonly string[])[]]>([
    [
      'models of other names in another log are sound',
      [[...of(sound, a), ...copyOf(sound, a, b), ...of(sound, c)], renamed(sound)],
      [[c], [a, b, c]],
    ],
    ['a copy stands in another log', [sound, copyOf(sound, a, 'copy')], [[b, c], []]],
    ['a copy of a copy', [[...sound, ...copyOf(sound, a, 'd'), ...copyOf(sound, a, 'e')]], [[b, c]]],
    ['a model is given in two logs', [sound, renamed(of(sound, a))], [[a, b, c], [a]]],
  ])('leaves out the copies alone where %s', async (_, tables, models) => {
    expect((await left(...tables)).kept).toEqual(models);
  });

  it.each<[string, Rows]>([
    ['one equal wrong answer', good((id) => (id === 17 ? other(id) : null))],
    ['nine equal wrong answers', good((id) => (id < 9 ? other(id) : null))],
    ['one equal wrong grade of a text', good((id) => (id === 3 ? 'I do not know' : null))],
    ['the same refusal everywhere', good(() => 'I cannot answer that')],
    ['one letter everywhere', good(() => 'A')],
  ])('may be two good or two broken models with %s, which are named and stay', async (_, rows) => {
    expect(await left(rows)).toEqual({ kept: [['one', 'two']], named: [['limit', ['one', 'two']]] });
  });

  it('are not two good models with no wrong answer, nor with few wrong flags', async () => {
    expect(await left(good(() => null))).toEqual({ kept: [['one', 'two']], named: [] });
    const flags = good((id) => (id < 2 ? other(id) : null)).map((row) => ({ ...row, answer: '' }));
    expect(await left(flags)).toEqual({ kept: [['one', 'two']], named: [] });
  });

  it('are two models of equal answers and equal confidences that vary, whatever the share of errors', async () => {
    const stated = (id: number) => ((id * 37) % 50) / 50 + 0.01;
    for (const wrong of [0, 1, 9, 60]) {
      const rows = good((id) => (id < wrong ? other(id) : null)).map((row) => ({
        ...row,
        confidence: stated(Number(row.item)),
      }));
      expect(await left(rows)).toEqual({ kept: [[]], named: [['fault', ['one', 'two']]] });
      const [first] = rows;
      const one = rows.map((row) => (row === first ? { ...row, confidence: 0.93 } : row));
      if (wrong < 10) expect((await left(one)).kept).toEqual([['one', 'two']]);
    }
  });

  it.each<[string, Rows]>([
    ['ten equal wrong answers', good((id) => (id < 10 ? other(id) : null))],
    ['equal wrong answers everywhere', good(other)],
  ])('are two models with %s', async (_, rows) => {
    expect(await left(rows)).toEqual({ kept: [[]], named: [['fault', ['one', 'two']]] });
  });

  it('are a program before and after a change that changed nothing, which a gate measures', async () => {
    const before = of(sound, a);
    expect(await left(before, copyOf(sound, a, 'after'))).toEqual({
      kept: [[a], ['after']],
      named: [['limit', [a, 'after']]],
    });
  });
});
