import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sebHere } from '../../../../test/support/in-process.ts';
import { zipOf } from '../../../../test/support/zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-table-hints-'));
const flat = (text: string) => text.replace(/\s+/g, ' ');
const items = Array.from({ length: 40 }, (_, item) => item);

function table(name: string, header: string, rows: readonly string[]): string {
  const file = join(folder, `${name}.csv`);
  writeFileSync(file, `${[header, ...rows].join('\n')}\n`);
  return file;
}

const rowsOf = (cells: (model: string, item: number) => string) =>
  ['alpha', 'beta'].flatMap((model) => items.map((item) => `${model},q${item},${cells(model, item)}`));
const right = (item: number) => Number(item % 3 > 0);

describe('values that are not read', () => {
  it('are those of the models that have them', async () => {
    const cells = (model: string, item: number) => (model === 'beta' && item % 5 === 0 ? 'meh' : String(right(item)));
    const { stdout } = await sebHere(['data', 'check', table('unread', 'model,item_id,is_correct', rowsOf(cells))]);
    expect(flat(stdout)).toContain('No row of 1 log could be checked. In doubt: - unread: beta: column is_correct');
  });

  it.each([
    ['high', 'write a number for each word, such as 90 % for high', false],
    ['low', 'write a number for each word, such as 90 % for high', false],
    ['7', '--confidence-range 0 10', true],
  ])('propose a range of confidences for numbers alone: %s', async (word, advice, isRange) => {
    const cells = (_: string, item: number) => `${right(item)},${item % 2 === 0 ? word : word === '7' ? 5 : 'medium'}`;
    const file = table(`stated-${word}`, 'model,item_id,is_correct,confidence', rowsOf(cells));
    const { stdout } = await sebHere(['data', 'check', file]);
    expect(flat(stdout)).toContain(advice);
    expect(stdout.includes('--confidence-range')).toBe(isRange);
  });
});

describe('what no row or column has', () => {
  const file = table(
    'topics',
    'model,item_id,is_correct,topic',
    rowsOf((_, item) => `${right(item)},t${item % 12}`),
  );

  it.each([
    ['model=zeta', 'values: model: alpha, beta'],
    ['topic=z', 'values: topic: t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, ...'],
  ])('is named with the values that there are: --where %s', async (where, values) => {
    expect(flat((await sebHere(['compare', file, '--where', where])).stderr)).toContain(values);
  });

  it.each([
    ['subject=topic', 'the part stands on the left, and the column on the right: PART=topic; parts: model, item'],
    ['topic=stratum', 'the part stands on the left: stratum=topic; parts: model, item'],
  ])('is named with the side that it belongs on: --columns %s', async (columns, hint) => {
    expect(flat((await sebHere(['compare', file, '--columns', columns])).stderr)).toContain(hint);
  });

  it.each([
    [',q41,1', 'model: is missing fill it in, or remove the row; in a table, --columns model=COLUMN'],
    [' ,q41,1', 'model: is missing fill it in, or remove the row; in a table, --columns model=COLUMN'],
    ['alpha,,1', 'the item has no id fill it in, or remove the row; in a table, --columns item=COLUMN'],
  ])('is named with what to do about a blank model or id: %s', async (row, hint) => {
    const blank = table('blank', 'model,item_id,is_correct', [...rowsOf((_, item) => String(right(item))), row]);
    expect(flat((await sebHere(['compare', blank])).stderr)).toContain(`row 81: ${hint}`);
  });

  it.each([
    [['samples/1_epoch_1.json'], '`inspect log convert --to json` writes its samples'],
    [[], 'no sample was finished, or the log was cut when it was copied'],
  ])('is named for a log of Inspect without summaries', async (samples, hint) => {
    const log = join(folder, 'log.eval');
    const header = JSON.stringify({ version: 2, status: 'success', eval: { eval_id: 'e', task: 't', model: 'm' } });
    const entries = [{ name: 'header.json', content: header }, ...samples.map((name) => ({ name, content: '{}' }))];
    writeFileSync(log, zipOf(entries));
    const { stderr } = await sebHere(['compare', log]);
    expect(flat(stderr)).toContain('has no summaries of samples (summaries.json)');
    expect(flat(stderr)).toContain(hint);
  });
});

it('names the columns that may be swapped where one text has several keys', async () => {
  const cells = (model: string, item: number) => {
    const [key, answer] = ['ABCD'[item % 4], 'ABCD'[(item + (model === 'alpha' ? right(item) : 0)) % 4]];
    return `Question ${item}?,${key},${answer},${Number(key === answer)}`;
  };
  const file = table('swapped', 'model,item_id,question,answer,correct_answer,is_correct', rowsOf(cells));
  const { stderr } = await sebHere(['compare', file]);
  expect(flat(stderr)).toContain(
    'where the columns of answers and keys are swapped, --columns answer=COLUMN,key=COLUMN',
  );
  const other = table(
    'other',
    'model,item_id,question,is_correct',
    rowsOf((model, item) => `${model} ${item},1`),
  );
  expect((await sebHere(['compare', other])).stderr).not.toContain('swapped');
});
