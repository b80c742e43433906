import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRecording } from '../formats.ts';
import { checkRecordings } from './check-recordings.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-alike-names-'));

/** Returns what the check says of tables of JSON lines. */
async function found(...tables: readonly (readonly object[])[]) {
  const logs = [];
  for (const [index, rows] of tables.entries()) {
    const file = join(folder, `${index}.jsonl`);
    writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'));
    logs.push(await readRecording(file));
  }
  return checkRecordings(logs).filter(({ check }) => check === 'alike names');
}

const row = (model: string, item: number | string, more: object = {}) => ({
  ...{ model, item_id: item, is_correct: Number(String(item).length % 2) },
  ...more,
});
const rows = (model: string) => Array.from({ length: 12 }, (_, item) => row(model, `q${item}`));

describe('names of models that are alike', () => {
  it.each([
    ['b', 'B'],
    ['Maker/Model-1', 'maker/model 1'],
    ['maker/model_1', 'maker/model-1'],
    ['maker/modèle', 'maker/modèle\u200d'],
  ])('are named in one table and in two: %s and %s', async (one, other) => {
    expect(await found([...rows(one), ...rows(other)])).toMatchObject([{ models: [one, other], kind: 'fault' }]);
    expect(await found(rows(one), rows(other))).toMatchObject([{ models: [one, other] }]);
  });

  it('are not those of other versions', async () => {
    expect(await found([...rows('model-1'), ...rows('model-10'), ...rows('model-1.5'), ...rows('model')])).toEqual([]);
  });
});

describe('ids that are alike', () => {
  it.each([
    [7, '007'],
    ['7', '007'],
    ['q7', 'Q7'],
    ['set-07', 'set-7'],
  ])('are named, and stand for different items: %j and %j', async (one, other) => {
    const [finding] = await found([row('m', one), row('m', other), row('m', 'z')]);
    expect(finding?.found).toContain(`first ${one} and ${other}`);
    expect(finding?.rows).toHaveLength(2);
  });

  it.each([
    [1.05, 1.5],
    ['0.05', '0.5'],
    ['.05', '.5'],
    ['1,05', '1,5'],
    ['q1.05', 'q1.5'],
    ['1.2.05', '1.2.5'],
    ['-0.007', '-0.7'],
  ])('are not decimals: %j and %j', async (one, other) => {
    expect(await found([row('m', one), row('m', other), row('m', 'z')])).toEqual([]);
  });

  it.each([
    ['007.5', '7.5'],
    ['set.07', 'set.7'],
    ['3-05', '3-5'],
  ])('are numbers with leading zeros beside a point or dash: %s and %s', async (one, other) => {
    expect(await found([row('m', one), row('m', other), row('m', 'z')])).toHaveLength(1);
  });

  it('are not a number and its text, which are one item, nor items of other texts or keys', async () => {
    expect(await found([row('m', 7), row('n', '7'), row('m', 70), row('m', '0.7')])).toEqual([]);
    const texts = [row('m', 7, { question: 'A?' }), row('m', '007', { question: 'B?' })];
    expect(await found(texts)).toEqual([]);
    const keys = [row('m', 7, { correct_answer: 'A' }), row('m', '007', { correct_answer: 'B' })];
    expect(await found(keys)).toEqual([]);
  });
});
