import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkRecordings } from './checks/check-recordings.ts';
import { readRecording, readRecordings } from './formats.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-unseen-'));

async function read(name: string, rows: readonly object[]) {
  const file = join(folder, name);
  writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'));
  return await readRecording(file);
}

const letters = ['A', 'B', 'C', 'D'];
/** Returns rows of one model on 40 items, a third of them wrong, with changes of some of them. */
function rowsOf(model: string, change: (item: number) => object = () => ({})): readonly object[] {
  return Array.from({ length: 40 }, (_, item) => {
    const [key, other] = [letters[item % 4], letters[(item + 2) % 4]];
    const answer = (item * model.length) % 7 < 2 ? other : key;
    const row = { item_id: `q${item}`, model, question: `What is ${item}?`, answer, correct_answer: key };
    return { ...row, is_correct: Number(answer === key), ...change(item) };
  });
}

const unseen = ['\u200b', '\u200d', '\u00ad', '\u2060', '\u202e'];

describe('invisible characters', () => {
  it.each(unseen)('make no second model of a name, and are named: %j', async (character) => {
    const written = `maker/two${character}`;
    const log = await read('model.jsonl', [
      ...rowsOf('maker/one'),
      ...rowsOf('maker/two', (item) => (item % 2 === 0 ? { model: written } : {})),
    ]);
    expect(log.models).toEqual(['maker/one', 'maker/two']);
    expect(log.notes.join()).toContain('20 rows name maker/two<U+');
    expect(log.rows.filter(({ model }) => model === 'maker/two')).toHaveLength(40);
  });

  it('make no other name of a column and of a data set', async () => {
    for (const column of ['task', 'dataset']) {
      const rows = rowsOf('one', (item) => ({
        [`${column}\u200b`]: item < 20 ? 'arc' : item < 30 ? 'gpqa' : 'gpqa\u2060',
      }));
      const file = join(folder, 'columns.jsonl');
      const renamed = rows.map((row) => JSON.stringify(row).replace('"model"', '"mod\u00adel"'));
      writeFileSync(file, renamed.join('\n'));
      const [log] = await readRecordings([file]);
      expect(log?.models).toEqual(['one']);
      expect([...new Set([...(log?.items.values() ?? [])].map(({ set }) => set))]).toEqual(['arc', 'gpqa']);
    }
  });

  it('stand in names of every format', async () => {
    const sample = (model: string) => ({
      ...{ schema_version: '0.2.2', evaluation_id: 'e', model_id: model, evaluation_name: 'quiz', sample_id: '1' },
      ...{ sample_hash: 'h', interaction_type: 'single_turn', answer_attribution: [] },
      input: { raw: 'What?', reference: ['A'] },
      output: { raw: ['A'] },
      evaluation: { score: 1, is_correct: true },
    });
    const log = await read('eee_samples.jsonl', [
      { ...sample('maker/two\u200b') },
      { ...sample('maker/two'), sample_id: '2' },
    ]);
    expect([log.format, log.models]).toEqual(['Every Eval Ever', ['maker/two']]);
  });

  it.each([
    ['ids', (item: number) => ({ item_id: `q${item}\u200b` })],
    ['questions', (item: number) => ({ question: `What is\u200b ${item}?` })],
    ['keys', (item: number) => ({ correct_answer: `${letters[item % 4]}\u200b` })],
  ])('make no other item by %s', async (_, change) => {
    const log = await read('items.jsonl', [...rowsOf('one'), ...rowsOf('second', change)]);
    expect(log.items.size).toBe(40);
    expect(checkRecordings([log]).filter(({ kind }) => kind === 'fault')).toEqual([]);
  });

  it('are named in answers that a tool counted as wrong', async () => {
    const change = (item: number) => (item % 4 === 1 ? { answer: 'B\u200b', is_correct: 0 } : {});
    const log = await read('scored.jsonl', [...rowsOf('one'), ...rowsOf('second', change)]);
    const [found] = checkRecordings([log]).filter(({ check }) => check === 'other keys');
    expect(found?.found).toMatch(/^10 of \d+ answers that are scored as wrong are the key/);
  });
});

const flag = (tags: string) =>
  `\u{1f3f4}${[...tags].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')}\u{e007f}`;

describe('characters that make another word or emoji', () => {
  it.each([
    ['a joiner at the end', '\u0d05\u0d35\u0d28\u0d4d\u200d', '\u0d05\u0d35\u0d28\u0d4d'],
    ['a non-joiner at the end', '\u0d28\u0d4d\u200c', '\u0d28\u0d4d'],
    ['tags of a flag', flag('gbeng'), flag('gbsct')],
  ])('make another item by ids and questions: %s', async (_, one, other) => {
    const row = (item_id: string, question?: string) => ({ item_id, model: 'm', is_correct: 1, question });
    expect((await read('ids.jsonl', [row(one), row(other)])).items.size).toBe(2);
    const texts = [row('a', one), { ...row('a', other), model: 'n' }];
    await expect(read('texts.jsonl', texts)).rejects.toThrow('stands for several items');
  });
});

describe('letters of another script that look alike', () => {
  it('are named in models and ids', async () => {
    const log = await read('cyrillic.jsonl', [...rowsOf('maker/two'), ...rowsOf('mаker/two'), ...rowsOf('ｍaker/two')]);
    expect(log.models).toHaveLength(3);
    const [found] = checkRecordings([log]).filter(({ check }) => check === 'alike names');
    expect(found).toMatchObject({ models: log.models, kind: 'fault' });
    expect(found?.found).toContain('letters of other scripts that look alike');
    const ids = await read('ids.jsonl', [
      ...rowsOf('one', (item) => ({ item_id: `c${item}` })),
      ...rowsOf('second', (item) => ({ item_id: `с${item}` })),
    ]);
    expect(checkRecordings([ids]).find(({ check }) => check === 'alike names')?.rows).toHaveLength(80);
  });

  it('are named in answers scored as wrong, where most keys are in ASCII', async () => {
    const change = (item: number) => (item % 4 === 1 ? { answer: 'В', is_correct: 0 } : {});
    const log = await read('answers.jsonl', [...rowsOf('one'), ...rowsOf('second', change)]);
    const [found] = checkRecordings([log]).filter(({ check }) => check === 'other keys');
    expect(found?.found).toMatch(/^10 of \d+ answers that are scored as wrong are the key/);
    const russian = ['А', 'Б', 'В', 'Г'];
    const other = (item: number) => ({
      correct_answer: russian[item % 4],
      answer: letters[(item + 1) % 4],
      is_correct: 0,
    });
    const keys = await read('russian.jsonl', [...rowsOf('one', other), ...rowsOf('second', other)]);
    expect(checkRecordings([keys]).filter(({ check }) => check === 'other keys')).toEqual([]);
  });
});
