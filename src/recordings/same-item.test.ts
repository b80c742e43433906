import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shortSha256 } from '../util/canonical-json.ts';
import { withoutMeaningless } from '../util/escape-controls.ts';
import { readRecording } from './formats.ts';
import { isAbsentText, itemHash } from './same-item.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-same-item-'));
const items = Array.from({ length: 30 }, (_, index) => index);

/** Cells of columns, by the number of the item. */
type Columns = Readonly<Record<string, (item: number) => string>>;

/** Reads a table with one row for each item. */
async function read(columns: Columns) {
  const file = join(folder, 't.jsonl');
  const rows = items.map((item) => ({
    ...{ model: 'm', item_id: `item ${item}`, is_correct: item % 2 },
    ...Object.fromEntries(Object.entries(columns).map(([name, of]) => [name, of(item)])),
  }));
  writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'));
  return await readRecording(file);
}

describe('itemHash', () => {
  it('is the hash that version 0.3.0 gave to an item: by it the data of a log that was imported before are known again', () => {
    expect(itemHash('What is 2 + 2?', [['3', '4'], 'B'])).toBe('d4055747c924514cedc8cba5e219c0a0');
    expect(itemHash('¿Qué?\n"x"', [undefined, ''])).toBe('bb27521c419ea8b82b483741f24134ea');
  });

  it('is the hash of JSON without characters of no meaning, whatever characters a text has', () => {
    for (let code = 0; code < 2 ** 16; code += 1) {
      const text = `a${String.fromCharCode(code)}`;
      const json = withoutMeaningless(JSON.stringify([text, undefined]));
      if (itemHash(text, undefined) !== shortSha256(json)) expect(itemHash(text, undefined)).toBe(shortSha256(json));
    }
  });
});

describe('isAbsentText', () => {
  it.each(['', '  \n', 'n/a', 'N/A ', 'None', 'null', 'NaN', '-', '<image>', '[audio]', '{{question}}'])(
    'takes "%s" for an absent text',
    (text) => {
      expect(isAbsentText(text)).toBe(true);
    },
  );

  it.each(['0', 'no', 'What is <b>?', '[1, 2]', '[1, 2] or [3, 4]', 'None of these is right', 'x'.repeat(400)])(
    'takes "%s" for a text',
    (text) => {
      expect(isAbsentText(text)).toBe(false);
    },
  );
});

describe('items without a text', () => {
  it.each<[string, Columns]>([
    ['no column of questions', {}],
    ['empty questions', { question: () => '' }],
    ['questions that are n/a', { question: () => 'n/a' }],
    ['questions that are None', { question: () => 'None' }],
    ['an image in place of each question', { question: () => '<image>' }],
    [
      'ids in the form of sentences',
      { item_id: (item: number) => `algebra ${item % 3} linear equations of two unknowns ${item}` },
    ],
    ['equal keys beside absent questions', { question: () => '-', correct_answer: () => 'A' }],
    ['the template in place of the question', { prompt: () => '{{question}}' }],
  ])('are no group: %s', async (_, columns) => {
    const { items: read_, notes } = await read(columns);
    expect(new Set([...read_.values()].map(({ group }) => group)).size).toBe(items.length);
    expect(notes.join()).not.toContain('one group');
  });

  it('have the text and the key of another row of their id', async () => {
    const file = join(folder, 'parts.csv');
    const rows = items.flatMap((item) => [`one,${item},,A,1`, `two,${item},What is ${item}?,,0`]);
    writeFileSync(file, ['model,item_id,question,correct_answer,is_correct', ...rows].join('\n'));
    const log = await readRecording(file);
    expect(log.items.get('7')).toMatchObject({ text: 'What is 7?', hasText: true, key: 'A' });
  });

  it('leave an id with two questions or two keys an error', async () => {
    for (const [one, two] of [
      ['What is 1?,A', 'What is 2?,A'],
      ['What is 1?,A', 'What is 1?,B'],
      [',A', ',B'],
    ]) {
      const file = join(folder, 'other.csv');
      const rows = items.flatMap((item) => [`one,${item},${one},1`, `two,${item},${two},0`]);
      writeFileSync(file, ['model,item_id,question,correct_answer,is_correct', ...rows].join('\n'));
      await expect(readRecording(file)).rejects.toThrow('stand for several items');
    }
  });

  it('join items whose questions are there and equal', async () => {
    const { items: read_ } = await read({ question: (item) => `What is the ${item % 10}th word of the poem?` });
    expect(new Set([...read_.values()].map(({ group }) => group)).size).toBeLessThan(items.length);
  });
});
