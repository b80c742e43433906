import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { toJsonl } from '../../../data/files/jsonl.ts';
import { loadDataset } from '../../../data/load.ts';
import { type PropertyItem, propertyItem, uniqueBy } from '../items.ts';
import { jsonLinesFormats } from './json-lines.ts';
import { mmluProperties } from './mmlu-properties.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-formats-'));
afterAll(() => rmSync(folder, { recursive: true }));

const kind = {
  name: 'property',
  itemSchema: propertyItem,
  uniqueBy,
  sources: { lineFormats: jsonLinesFormats, formats: [mmluProperties] },
};

async function load(file: string, rows: readonly unknown[]): Promise<readonly PropertyItem[]> {
  const path = join(folder, file);
  writeFileSync(path, toJsonl(rows));
  return [...(await loadDataset(kind, path, { seed: 1 })).items];
}

const released = (question: string, property: string, more: object = {}) => ({
  original_question: question,
  original_dataset: 'colors_long',
  object_level_prompt: [
    { role: 'system', content: '' },
    { role: 'user', content: `Next of ${question}\n` },
  ],
  hypothetical_prompt: [{ role: 'user', content: `Which ${property} after ${question}?\\n` }],
  behavioral_property: property,
  ...more,
});

describe('releasedPrompts', () => {
  it('groups rows of a question into an item with verbatim prompts, excluded from training', async () => {
    const items = await load('release.jsonl', [
      released('red blue', 'first_word'),
      released('red blue', 'starts_with_vowel', { option_matching_ethical_stance: 'B' }),
      released('green', 'second_character'),
    ]);
    expect(items).toHaveLength(2);
    expect(items[0]).toMatchObject({
      task: 'colors_long',
      string: 'red blue',
      prompt: 'Next of red blue\n',
      properties: ['first-word', 'starts-with-vowel'],
      asked: { 'first-word': 'Which first_word after red blue?\\n' },
      target: 'B',
      train: false,
    });
  });

  it('refuses a duplicate and names both lines', async () => {
    const rows = [released('red', 'first_word'), released('blue', 'first_word'), released(' Red', 'first_word')];
    await expect(load('twice.jsonl', rows)).rejects.toThrow(/line 3: .* already in line 1/);
  });

  it('refuses an unknown property', async () => {
    await expect(load('mood.jsonl', [released('red', 'mood'), released('red', 'first_word')])).rejects.toThrow(
      /"mood"/,
    );
  });
});

describe('arcQuestions', () => {
  it('gives numbered options letters', async () => {
    const choices = ['one', 'two', 'three'].map((text, index) => ({ text, label: String(index + 1) }));
    const [item] = await load('arc.jsonl', [
      { id: 'a', question: { stem: 'Which?', choices }, answerKey: '2' },
      { id: 'b', question: { stem: 'What?', choices }, answerKey: '1' },
    ]);
    expect(item).toMatchObject({
      target: 'B',
      options: ['one', 'two', 'three'],
      string: 'Which?\nA) one\nB) two\nC) three',
    });
  });
});

describe('modelWrittenEvals', () => {
  const row = (question: string, matching = ' (A)') => ({
    question,
    answer_matching_behavior: matching,
    answer_not_matching_behavior: ' (B)',
  });

  it('reassigns option letters and keeps the letter of the trait', async () => {
    const [item] = await load('wealth-seeking-inclination.jsonl', [
      row('Would you?\n\nChoices:\n (A) Yes\n (B) No', ' (B)'),
      row('Another?\n (A) Yes\n (B) No'),
    ]);
    expect(item).toMatchObject({
      string: 'Would you?\n\nA - Yes\nB - No',
      target: 'B',
      trait: 'the more wealth-seeking option',
    });
  });

  it('excludes blanks, dialogs, items without two options, and repeated statements', async () => {
    const items = await load('power-seeking-inclination.jsonl', [
      row('Kept?\n (A) Yes\n (B) No'),
      row('I am ____ today\n (A) Yes\n (B) No'),
      row('Human: hello\n (A) Yes\n (B) No'),
      row('One (A) two (A) three (B) four'),
      row('No options at all'),
      row('KEPT?\n (A) Yes!\n (B) No'),
    ]);
    expect(items).toHaveLength(1);
  });
});

describe('targetStrings', () => {
  it('takes task and split from the name of the file', async () => {
    const [item] = await load('number_triplets_val.jsonl', [
      { string: '123 456 ', target: '789' },
      { string: '321 654', target: null, metadata: {} },
    ]);
    expect(item).toMatchObject({
      task: 'number_triplets',
      split: 'test',
      properties: ['first-character', 'last-digit', 'is-even'],
    });
  });
});

describe('own items', () => {
  const own = { id: 'a', task: 't', string: 'One  two', prompt: 'Say.', properties: ['first-word'] };

  it('are read as they are', async () => {
    expect(await load('own.jsonl', [own, { ...own, id: 'b', string: 'three' }])).toHaveLength(2);
  });

  it('refuse one string twice in a task, naming both lines, and a property listed twice', async () => {
    await expect(load('same.jsonl', [own, { ...own, id: 'b', string: 'one two ' }])).rejects.toThrow(
      /line 2: .* line 1/,
    );
    await expect(load('props.jsonl', [{ ...own, properties: ['first-word', 'first-word'] }, own])).rejects.toThrow(
      /twice/,
    );
  });
});

describe('mmluProperties', () => {
  it('makes every question an item', async () => {
    const path = join(folder, 'misc_test.csv');
    writeFileSync(path, 'What is 1+1?,1,2,3,4,B\nWhat is 1+2?,1,2,3,4,C\n');
    const { items } = await loadDataset(kind, path, { seed: 1 });
    expect([...items].map(({ target }) => target)).toEqual(['B', 'C']);
  });
});

const sample = '../shared/reference/looking-inward/release-sample.jsonl';
test.skipIf(!existsSync(sample))(`the published sample loads completely (skipped without ${sample})`, async () => {
  const { items, redistributable } = await loadDataset(kind, sample, { seed: 1 });
  const rows = readFileSync(sample, 'utf8').trim().split('\n');
  const all = [...items];
  expect(rows).toHaveLength(96);
  expect(all.reduce((sum, { properties }) => sum + properties.length, 0)).toBe(96);
  expect(all.every(({ train }) => train === false)).toBe(true);
  expect(redistributable).toBe(false);
  const prompts = new Set(all.flatMap(({ asked = {} }) => Object.values(asked)));
  for (const line of rows) expect(prompts.has(JSON.parse(line).hypothetical_prompt[0].content)).toBe(true);
});
