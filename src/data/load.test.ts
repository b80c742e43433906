import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { typedExperiments } from '../../test/support/experiments.ts';
import { loadListed } from '../../test/support/listed.ts';
import { toJsonl } from './files/jsonl.ts';
import type { ItemKind } from './item-kind.ts';

const { association, restriction, difficulty } = typedExperiments;
const seed = 1;
const items = [
  { id: 'a', target: 'dog', options: ['bark', 'bone', 'cat'] },
  { id: 'b', target: 'sun', options: ['hot', 'moon', 'sky'] },
];

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'seb-load-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe('loadListed: items of the own layout', () => {
  it('reads a file, one item as well as several', async () => {
    const path = file('two.jsonl', toJsonl(items));
    const dataset = await loadListed(association, path, { seed });
    expect(dataset).toMatchObject({ name: path, experiment: 'association', items });
    const one = await loadListed(association, file('one.json', toJsonl(items.slice(0, 1))), { seed });
    expect(one.items).toEqual(items.slice(0, 1));
  });

  it.each(['deep.jsonl', 'deep.json'])(
    'refuses a field that is nested too deeply for a function over it: %s',
    async (name) => {
      const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
      const item = `{"id": "a", "target": "dog", "options": ["bark", "bone", "cat"], "extra": ${deep}}`;
      const path = file(name, name.endsWith('l') ? `${item}\n` : `[${item}]`);
      await expect(loadListed(association, path, { seed })).rejects.toMatchObject({ code: 'data-nested' });
    },
  );

  it('hashes the items, not the file format', async () => {
    const spaced = `\ufeff${items.map((item) => `${JSON.stringify(item).replaceAll(',"', ' ,  "')}\r\n\r\n`).join('')}`;
    const reordered = items.map(({ id, target, options }) => ({ options, target, id }));
    const hashes = await Promise.all(
      [toJsonl(items), spaced, toJsonl(reordered), toJsonl(items.toReversed())].map(async (text, index) => {
        return (await loadListed(association, file(`hash-${index}.jsonl`, text), { seed })).sha256;
      }),
    );
    expect(hashes[1]).toBe(hashes[0]);
    expect(hashes[2]).toBe(hashes[0]);
    expect(hashes[3]).not.toBe(hashes[0]);
  });

  it.each([
    ['a missing field', '{"id":"c","options":["x"]}', /line 3: target: /],
    ['a wrong type', '{"id":"c","target":"x","options":["x",4]}', /line 3: options\.1: /],
    ['no object', '"text"', /line 3: /],
    ['no JSON', '{"id":"c",', /line 3: not JSON/],
    [
      'an id that comes twice',
      '{"id":"a","target":"x","options":["x"]}',
      /line 3: the id "a" is already used in line 1/,
    ],
  ])('names file and line of %s', async (_, line, reason) => {
    const path = file('broken.jsonl', `${toJsonl(items)}${line}\n`);
    const attempt = loadListed(association, path, { seed });
    await expect(attempt).rejects.toMatchObject({ code: 'data-row', message: expect.stringMatching(reason) });
    await expect(attempt).rejects.toThrow(path);
  });

  it('says that a file is not what its ending says', async () => {
    const path = file('no.parquet', 'xx\n');
    await expect(loadListed(association, path, { seed })).rejects.toThrow('is not a Parquet file');
  });

  it('keeps a field that is not known as metadata, whatever its name', async () => {
    const line = '{"id":"c","target":"x","options":["x"],"optoins":[]}';
    const { items: read } = await loadListed(association, file('more.jsonl', `${toJsonl(items)}${line}\n`), { seed });
    expect(read).toEqual([...items, { id: 'c', target: 'x', options: ['x'], metadata: { optoins: [] } }]);
  });

  it('names the row that a row without an id repeats', async () => {
    const path = file('twice.csv', 'prompt\nHi?\nHo?\nHi?\n');
    await expect(loadListed(restriction, path, { seed })).rejects.toThrow('line 4: the row duplicates line 2');
    const array = file('twice.json', '[{"id":"a","prompt":"x"},{"id":"a","prompt":"y"}]');
    await expect(loadListed(restriction, array, { seed })).rejects.toThrow(
      'row 2: the id "a" is already used in row 1',
    );
  });

  it('loads items of a user’s experiment, which has no shipped data', async () => {
    const kind = { name: 'riddles', itemSchema: z.strictObject({ id: z.string(), riddle: z.string() }) };
    const path = file('riddles.jsonl', '{"id":"1","riddle":"?"}\n');
    expect((await loadListed(kind, path, { seed })).items).toEqual([{ id: '1', riddle: '?' }]);
    await expect(loadListed(kind, null, { seed })).rejects.toThrow('the experiment "riddles" has no shipped data');
    const hostile = { ...kind, name: '../data/association' };
    await expect(loadListed(hostile, null, { seed })).rejects.toMatchObject({ code: 'no-shipped-data' });
  });

  it('marks items as redistributable only if the license in their SOURCE.md allows it', async () => {
    for (const [licence, redistributable] of [
      ['MIT', true],
      ['GPL-3.0-or-later', false],
      [null, false],
    ] as const) {
      const inner = mkdtempSync(join(folder, 'licence-'));
      writeFileSync(join(inner, 'items.jsonl'), toJsonl(items));
      if (licence !== null)
        writeFileSync(join(inner, 'SOURCE.md'), `# Ours\n\n- Licence: ${licence}\n- Origin: a\n  b\n`);
      const dataset = await loadListed(association, inner, { seed });
      expect(dataset).toMatchObject({ licence: licence ?? 'not stated', redistributable });
      if (licence !== null) expect(dataset.origin).toBe('a b');
    }
  });

  it('takes the first items under a limit, with their own hash', async () => {
    const whole = await loadListed(association, null, { seed });
    const part = await loadListed(association, null, { seed, limit: 20 });
    expect(part.items).toEqual(whole.items.slice(0, 20));
    expect(part).toMatchObject({ name: 'association', licence: 'Apache-2.0' });
    expect(part.sha256).not.toBe(whole.sha256);
    expect((await loadListed(association, null, { seed, limit: 501 })).sha256).toBe(whole.sha256);
  });
});

describe('loadListed: unreadable files', () => {
  it('accepts a file where another layout has a folder', async () => {
    const place = mkdtempSync(join(folder, 'own-'));
    writeFileSync(join(place, 'items.jsonl'), toJsonl(items));
    writeFileSync(join(place, 'test'), 'a note');
    expect((await loadListed(association, place, { seed })).items).toEqual(items);
  });

  it.each([
    ['data-missing', () => join(folder, 'nowhere.jsonl')],
    ['data-encoding', () => file('latin.jsonl', Uint8Array.of(0x7b, 0xe9, 0x7d))],
    ['data-empty', () => file('empty.jsonl', '\n')],
    ['data-format', () => file('empty.txt', '')],
    ['data-format', () => file('notes.txt', 'just some words\n')],
    ['data-format', () => file('zip.bin', 'PK\u0003\u0004')],
    ['data-format', () => mkdtempSync(join(folder, 'bare-'))],
  ])('reports %s and what to do', async (code, path) => {
    await expect(loadListed(association, path(), { seed })).rejects.toMatchObject({ code, hint: expect.any(String) });
  });

  it('names the experiment that a file belongs to', async () => {
    const words = file('words.json', '{\n  "Dog": ["bark", "bone", "cat"]\n}\n');
    await expect(loadListed(restriction, words, { seed })).rejects.toThrow(
      'its items are for association, not for restriction',
    );
    const requests = file('requests.csv', 'id,prompt,type,label,focus,note\n1,Hi?,homonyms,safe,,\n');
    await expect(loadListed(difficulty, requests, { seed })).rejects.toThrow(
      'its items are for restriction, not for difficulty',
    );
  });

  it('never throws anything but an AppError at hostile files', async () => {
    const pieces = ['{', '}', '[', ']', '"', ',', ':', '\n', 'id', 'prompt', 'type', 'A', '__proto__', '1', '\\u0000'];
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom(...pieces) }),
        fc.constantFrom<ItemKind>(association, restriction, difficulty),
        async (text, kind) => {
          const path = file('hostile.txt', text);
          try {
            expect((await loadListed(kind, path, { seed })).items.length).toBeGreaterThan(0);
          } catch (error) {
            expect(error).toMatchObject({ name: 'AppError', message: expect.stringContaining(path) });
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('loadListed: published layouts', () => {
  it('applies the card rule: one word, three to five listed words, the later card of a target', async () => {
    const cards = mkdtempSync(join(folder, 'cards-'));
    writeFileSync(join(cards, 'b.json'), '{"Sun": ["a", "b", "c"], "Two words": ["a", "b", "c"], "Few": ["a", "b"]}');
    writeFileSync(join(cards, 'a.json'), '{"Sun": ["old", "x", "y"], "Sea": ["1", "2", "3", "4", "5", "6"]}');
    const dataset = await loadListed(association, cards, { seed });
    expect(dataset.items).toEqual([
      { id: 'Sun', target: 'Sun', options: ['a', 'b', 'c'], topic: 'b' },
      { id: 'Sea', target: 'Sea', options: ['1', '2', '3', '4', '5'], topic: 'a' },
    ]);
    expect(dataset).toMatchObject({ licence: 'GPL-3.0-or-later', redistributable: false });
    writeFileSync(join(cards, 'c.json'), '{\n  "Fine": ["a"],\n  "Broken": [1]\n}');
    await expect(loadListed(association, cards, { seed })).rejects.toThrow(/c\.json, line 3: Broken\.0: /);
    writeFileSync(join(cards, 'c.json'), '{\n  "Fine": ["a"],\n  "Broken" ["b"]\n}');
    await expect(loadListed(association, cards, { seed })).rejects.toThrow(/c\.json, line 3: not JSON/);
  });

  it('reads XSTest files with and without labels, and pairs the n-th rows of contrasting types', async () => {
    const rows = [',v2-1,homonyms,"One, two?",,', ',v2-2,contrast_homonyms,Three?,,', ',v2-3,privacy_public,Four?,,'];
    const path = file('old.csv', `id_v1,id_v2,type,prompt,focus,note\n${rows.join('\n')}\n`);
    const dataset = await loadListed(restriction, path, { seed });
    expect(dataset.items).toEqual([
      { id: 'v2-1', prompt: 'One, two?', label: 'safe', kind: 'homonyms', pair: 'homonyms-1' },
      { id: 'v2-2', prompt: 'Three?', label: 'unsafe', kind: 'contrast_homonyms', pair: 'homonyms-1' },
      { id: 'v2-3', prompt: 'Four?', label: 'safe', kind: 'privacy_public' },
    ]);
    const broken = file('broken.csv', 'id,prompt,type,label,focus,note\n1,Hi?,homonyms,maybe,,\n');
    await expect(loadListed(restriction, broken, { seed })).rejects.toThrow(/broken\.csv, line 2: label is /);
  });

  it("names the position where the authors' groups are malformed", async () => {
    const header = 'group_id,q_num_in_group,original_question_id,question,choices_str,answer';
    const line = (number: number, choices = 'A. a|b|B. b|C. c|D. d', key = 'A') =>
      `G,${number},Q${number},x?,${choices},${key}`;
    const good = [1, 2, 3, 4].map((number) => line(number));
    const load = (lines: string[]) => {
      return loadListed(difficulty, file('groups.csv', `${[header, ...lines].join('\n')}\n`), { seed });
    };
    expect((await load(good)).items[0]?.questions[0]).toEqual({
      id: 'Q1',
      question: 'x?',
      options: ['a|b', 'b', 'c', 'd'],
      key: 'A',
    });
    await expect(load(good.slice(0, 3))).rejects.toThrow(/groups\.csv, line 2: questions: /);
    await expect(load([...good.slice(0, 2), ...good.slice(3)])).rejects.toThrow(
      /line 4: question 4 of G is out of order/,
    );
    await expect(load([line(1, 'A. a|B. b'), ...good.slice(1)])).rejects.toThrow(/line 2: choices_str/);
    await expect(load([...good.slice(0, 3), line(4, 'A. a|B. b|C. c|D. d', 'E')])).rejects.toThrow(/questions\.3\.key/);
  });
});

describe('loadListed: MMLU', () => {
  function subjectFile(place: string, subject: string, rows: number): void {
    mkdirSync(place, { recursive: true });
    const lines = Array.from(
      { length: rows },
      (_, index) => `"${subject} ${index}, ""so""?",1,2,3,4,${'ABCD'[index % 4]}\n`,
    );
    writeFileSync(join(place, `${subject}_test.csv`), lines.join(''));
  }

  it('groups the questions of a folder, or of its test folder, by four under the seed', async () => {
    const place = mkdtempSync(join(folder, 'mmlu-'));
    subjectFile(join(place, 'test'), 'anatomy', 6);
    subjectFile(join(place, 'test'), 'virology', 5);
    const [first, again, other] = await Promise.all(
      [1, 1, 2].map((number) => loadListed(difficulty, place, { seed: number })),
    );
    expect(first?.items).toHaveLength(2);
    const ids = first?.items.flatMap((item) => item.questions.map((question) => question.id)) ?? [];
    expect(new Set(ids).size).toBe(8);
    expect(first?.items[0]?.questions[0]?.question).toMatch(/^(anatomy|virology) \d, "so"\?$/);
    expect(again?.sha256).toBe(first?.sha256);
    expect(other?.sha256).not.toBe(first?.sha256);
  });

  it("takes 100 questions of each of the paper's subjects if all ten are present", async () => {
    const { paperSubjects } = await import('../experiments/difficulty/formats/mmlu.ts');
    const place = mkdtempSync(join(folder, 'mmlu-'));
    for (const subject of [...paperSubjects, 'virology']) subjectFile(place, subject, 103);
    const questions = (await loadListed(difficulty, place, { seed })).items.flatMap((item) => item.questions);
    const counts = Object.groupBy(questions, (question) => question.subject ?? '');
    expect(Object.keys(counts).toSorted()).toEqual(paperSubjects.toSorted());
    for (const members of Object.values(counts)) expect(members).toHaveLength(100);
  });

  it('names file and line of a row with too few cells or without a key', async () => {
    const few = file('few_test.csv', 'q,1,2,3,4,A\nq,1,2,3,A\n');
    await expect(loadListed(difficulty, few, { seed })).rejects.toThrow(/few_test\.csv, line 2: 5 cells/);
    const keyless = file('key_test.csv', 'q,1,2,3,4,A\n"q\nr",1,2,3,4,F\n');
    await expect(loadListed(difficulty, keyless, { seed })).rejects.toThrow(/key_test\.csv, line 2: key is /);
  });
});
