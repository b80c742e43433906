import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typedExperiments } from '../../test/support/experiments.ts';
import { loadListed } from '../../test/support/listed.ts';
import type { ItemBase } from '../domain/item.ts';
import type { ItemKind } from './item-kind.ts';

const { association, restriction, know, difficulty } = typedExperiments;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'seb-causes-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Result {
  readonly items: readonly ItemBase[];
  readonly notes: readonly string[];
}

async function load<Item extends ItemBase>(
  kind: ItemKind<Item>,
  [name, content]: readonly [name: string, content: string | Uint8Array],
  options: Partial<Parameters<typeof loadListed>[2]> = {},
): Promise<Result> {
  const path = join(folder, name);
  writeFileSync(path, content);
  const notes: string[] = [];
  const { items } = await loadListed(kind, path, { seed: 1, onNote: (note) => void notes.push(note), ...options });
  return { items, notes };
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const binary = (start: string) => latin1(`${start}${'\0\x01\x02'.repeat(200)}`);
const csv = 'id,prompt\na,Say one\n';

/** A zip archive with one entry, without the central directory, which nothing reads here. */
function zipped(entry: string): Buffer {
  const content = deflateRawSync(Buffer.from('<xml/>'));
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04', 'latin1');
  header.writeUInt16LE(entry.length, 26);
  return Buffer.concat([header, Buffer.from(entry), content]);
}

describe('loadDataset of a file in another format', () => {
  it.each<readonly [string, string | Uint8Array, RegExp]>([
    ['rows.xlsx', zipped('[Content_Types].xml'), /an Excel workbook \(xlsx\)/],
    ['rows.csv', zipped('xl/workbook.xml'), /an Excel workbook \(xlsx\)/],
    ['rows.xls', binary('\xd0\xcf\x11\xe0\xa1\xb1'), /an old Excel workbook/],
    ['rows.ods', zipped('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'), /OpenDocument/],
    ['rows.npz', zipped('prompt.npy'), /NumPy archive/],
    ['rows.zip', zipped('rows.csv'), /an archive \(zip\)/],
    ['rows.arrow', binary('ARROW1'), /Arrow or Feather/],
    ['rows.feather', binary('FEA1'), /Feather file \(version 1\)/],
    ['rows.npy', binary('\x93NUMPY\x01'), /NumPy array/],
    ['rows.pkl', binary('\x80\x04\x95'), /Python pickle/],
    ['rows.sqlite', binary('SQLite format 3\0'), /SQLite database/],
    ['rows.h5', binary('\x89HDF\r\n\x1a\n'), /HDF5/],
    ['rows.orc', binary('ORC\x08'), /ORC file/],
    ['rows.csv.bz2', binary('BZh91AY'), /bzip2/],
    ['rows.csv.xz', binary('\xfd7zXZ\0'), /xz file/],
    ['rows.tar.gz', gzipSync(Buffer.concat([Buffer.alloc(257), latin1('ustar\0'), Buffer.alloc(300)])), /tar archive/],
    ['page.csv', '\n<!DOCTYPE html><html><body>Sign in</body></html>', /web page \(HTML\)/],
    ['page.json', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', /XML document/],
    ['lfs.jsonl', 'version https://git-lfs.github.com/spec/v1\noid sha256:0\n', /Git LFS pointer/],
    ['rows.pdf', '%PDF-1.7\n', /PDF document/],
    ['wide.csv', Buffer.from(csv, 'utf16le'), /UTF-16 text without a byte order mark/],
  ])('names what %s is', async (name, content, message) => {
    await expect(load(restriction, [name, content])).rejects.toMatchObject({
      code: 'data-format',
      message: expect.stringMatching(message),
      hint: expect.any(String),
    });
  });

  it.each(['ORCID,prompt\n1,Say one\n', 'BZh,prompt\n1,Say one\n', 'RDX;prompt\n1;Say one\n'])(
    'does not take the text %j for a binary format',
    async (text) => {
      expect((await load(restriction, ['words.csv', text])).items).toMatchObject([{ prompt: 'Say one' }]);
    },
  );

  it('says that a compressed file is cut off, and the line of a byte that is not UTF-8', async () => {
    await expect(load(restriction, ['cut.csv.gz', gzipSync(csv.repeat(99)).subarray(0, 30)])).rejects.toThrow(
      /is a gzip file that cannot be unpacked/,
    );
    await expect(load(restriction, ['latin.csv', latin1(`${csv}b,Caf\xe9\n`)])).rejects.toThrow(/line 3: is not UTF-8/);
  });
});

describe('loadDataset of JSON that is not quite JSON', () => {
  it.each<readonly [string, string, RegExp]>([
    ['a.jsonl', "{'id': 'a', 'prompt': 'Say one'}\n{'id': 'b'}\n", /line 1: not JSON, but the text of a Python object/],
    ['a.json', "[{'id': 'a'}]", /line 1: not JSON, but the text of a Python object/],
    ['a.json', '[\n {"prompt": "Say one"},\n]', /line 3: not JSON: there may be a comma too many/],
    ['a.jsonl', '{"prompt": "one"}\n{"prompt": "tw', /line 2: not JSON: it ends too early/],
    ['a.json', '[{"prompt": "Say one"}, {"prompt"', /not JSON: it ends too early/],
    ['a.json', '{\n  "prompt": "one"\n}\n{\n  "prompt": "two"\n}\n', /an object in JSON lines takes one line/],
    ['a.jsonl', '{"id": "a", "prompt": "one", "prompt": "two"}\n', /line 1: the field "prompt" occurs twice/],
    ['a.jsonl', '{"prompt": "one", "m": {"x": 1, "\\u0078": 2}}\n', /the field "x" occurs twice/],
    ['a.json', '{"info": "v1", "data": [{"prompt": "one"}]}', /its rows are the list "data"/],
    ['a.json', '{"prompt": {"0": "one"}, "label": {"0": "safe"}}', /one object of columns, as pandas writes it/],
    ['a.json', '["Say one", "Say two"]', /row 1: /],
  ])('says why %s with %j cannot be read', async (name, text, message) => {
    await expect(load(restriction, [name, text])).rejects.toThrow(message);
  });

  it('does not take any object of lists for the published word list', async () => {
    await expect(load(association, ['l.json', '{"authors": ["A", "B", "C"], "note": ["x"]}'])).rejects.toThrow(
      'has no columns target, options; found: authors, note',
    );
    const path = join(folder, 'words.json');
    writeFileSync(path, '{"dog": ["bark", "tail", "puppy"]}');
    expect(await loadListed(association, path, { seed: 1 })).toMatchObject({
      licence: 'not stated',
      items: [{ target: 'dog', options: ['bark', 'tail', 'puppy'] }],
    });
  });
});

describe('loadDataset of tables', () => {
  it.each<readonly [string, string, readonly string[]]>([
    ['sep line', 'sep=;\nid;prompt\na;x, y\n', ['x, y']],
    ['sep line of a tab', 'sep=\t\r\nid\tprompt\r\na\tx;y\r\n', ['x;y']],
    ['two byte order marks', '\ufeff\ufeffid,prompt\na,x\n', ['x']],
    ['bars', 'id|prompt\na|x;y\n', ['x;y']],
    ['separators inside a quoted name', '"prompt","a;b;c"\nx,1\n', ['x']],
    ['a separator at the end of each line', 'id,prompt,\na,x,\nb,y,\n', ['x', 'y']],
    ['a separator at the end of some rows', 'id,prompt\na,x,\nb,y\n', ['x', 'y']],
    ['rows of empty cells', 'id,prompt\na,x\n,\n,,\n', ['x']],
    ['spaces around names', ' id , prompt \na,x\n', ['x']],
    ['bare quotes in TSV', 'id\tprompt\na\t"x" y\nb\tz "\n', ['"x" y', 'z "']],
    ['doubled quotes and a tab in TSV', 'id\tprompt\na\t"x\t""y"""\n', ['x\t"y"']],
  ])('reads %s', async (_, text, prompts) => {
    const { items } = await load(restriction, ['t.csv', text]);
    expect(items.map((item) => Reflect.get(item, 'prompt'))).toEqual(prompts);
    expect(items.map(({ metadata }) => metadata)).toEqual(
      items.map(() => undefined).map((each) => (text.includes('1') ? { 'a;b;c': '1' } : each)),
    );
  });

  it('keeps columns without a name apart', async () => {
    const { items } = await load(restriction, ['t.csv', ',prompt,\n0,x,note\n']);
    expect(items[0]?.metadata).toEqual({ 'column 1': '0', 'column 3': 'note' });
  });

  it('names the line where a quote in a TSV file may join rows, and tells it of a CSV file', async () => {
    const rows = (separator: string) =>
      ['id', 'a', 'b', 'c'].map((id, index) => [id, ['prompt', '"x', 'y', 'z"'][index]].join(separator));
    await expect(load(restriction, ['t.tsv', rows('\t').join('\n')])).rejects.toThrow(
      /line 2: a quote joins lines 2 to 4/,
    );
    const { items, notes } = await load(restriction, ['t.csv', rows(',').join('\n')]);
    expect(items).toHaveLength(1);
    expect(notes).toEqual([
      'line 2: a quote joins lines 2 to 4, each of which looks like a row: it may be a quote too many.',
    ]);
  });

  it('names the line of a row with too few cells, and what separates them', async () => {
    await expect(load(restriction, ['t.csv', 'id,prompt,label\na,x,safe\nb,y\n'])).rejects.toMatchObject({
      message: expect.stringContaining('t.csv, line 3: 2 cells, but the header has 3'),
      hint: expect.stringContaining('put a cell that contains a comma in quotes'),
    });
  });
});

describe('loadDataset of missing values', () => {
  const missing = ['nan', 'NaN', 'None', 'null', 'NULL', '<NA>', 'NaT', 'N/A', '#N/A', '#REF!', '\\N'];

  it.each(missing)('reads %j as absent in optional columns, and tells it', async (cell) => {
    const rows = ['one', 'two'].map((prompt) => `${prompt},${cell},${cell},${cell}\n`).join('');
    const { items, notes } = await load(restriction, ['m.csv', `prompt,pair,group,label\n${rows}`]);
    expect(items).toEqual([
      { id: expect.any(String), prompt: 'one' },
      { id: expect.any(String), prompt: 'two' },
    ]);
    for (const column of ['pair', 'group', 'label']) {
      expect(notes).toContain(
        `${column} is ${JSON.stringify(cell)}, which is read as absent (2 rows, the first in line 2).`,
      );
    }
  });

  it('keeps such a text where it is the content, and in further columns', async () => {
    const { items, notes } = await load(restriction, ['m.csv', 'id,prompt,note\na,None,nan\n']);
    expect(items).toEqual([{ id: 'a', prompt: 'None', metadata: { note: 'nan' } }]);
    expect(notes).toEqual([]);
  });

  it('does not make one group of rows whose group is empty, blank or null', async () => {
    const text = 'id,prompt,group,pair\na,one,,\nb,two,"  "," "\n';
    const { items } = await load(restriction, ['m.csv', text]);
    expect(items).toEqual([
      { id: 'a', prompt: 'one' },
      { id: 'b', prompt: 'two' },
    ]);
    const lines = '{"prompt": "one", "group": null, "meta": {"label": null}}\n{"prompt": "two", "meta": null}\n';
    const nested = await load(restriction, ['m.jsonl', lines], { map: { label: 'meta.label' } }).catch(
      (error: unknown) => error,
    );
    expect(nested).toMatchObject({ items: [{ prompt: 'one' }, { prompt: 'two' }] });
  });

  it.each<readonly [string, string]>([
    ['{"id": "a", "prompt": "one", "score": NaN}', 'score'],
    ['{"id": "a", "prompt": "one", "score": [1, -Infinity]}', 'score'],
    ['{"id": "a", "prompt": "one", "score": {"mean": 1e999}}', 'score'],
  ])('reads a number that is not finite as absent: %s', async (line, column) => {
    const { items, notes } = await load(restriction, ['n.jsonl', `${line}\n{"id":"NaN","prompt":"Infinity"}\n`]);
    expect(items).toMatchObject([{ id: 'a' }, { prompt: 'Infinity' }]);
    expect(notes[0]).toBe(`line 1: ${column} has a number that is not finite, which is read as absent.`);
  });

  it('reads NaN, infinities and dates of Parquet that do not exist as absent', async () => {
    const columnData = [
      { name: 'prompt', data: ['one', 'two', 'three'], type: 'STRING' as const },
      { name: 'score', data: [Number.NaN, Number.NEGATIVE_INFINITY, 0.5], type: 'DOUBLE' as const },
    ];
    const { items, notes } = await load(restriction, ['n.parquet', new Uint8Array(parquetWriteBuffer({ columnData }))]);
    expect(items.map(({ metadata }) => metadata)).toEqual([undefined, undefined, { score: 0.5 }]);
    expect(notes).toEqual([
      'score has a number that is not finite, which is read as absent (2 rows, the first in row 1).',
    ]);
  });
});

describe('loadDataset of lists in a cell', () => {
  it.each<readonly [string, readonly string[]]>([
    ["['bacon', 'coffee', 'milk']", ['bacon', 'coffee', 'milk']],
    ["['sea' 'ocean' 'color']", ['sea', 'ocean', 'color']],
    [`["it's", 'a']`, ["it's", 'a']],
    ["array(['a', 'b'], dtype='<U1')", ['a', 'b']],
    ["[np.str_('a'), np.str_('b')]", ['a', 'b']],
    ["('a', 'b')", ['a', 'b']],
    ["{'a', 'b'}", ['a', 'b']],
    ['c("a", "b")', ['a', 'b']],
    ['["a", "b"]', ['a', 'b']],
    ['[1 2 3]', ['1', '2', '3']],
    ['[1, 2]', ['1', '2']],
    ['a;b;', ['a', 'b']],
    ['a | b |', ['a', 'b']],
    ['[0, 1]; [1, 2]', ['[0, 1]', '[1, 2]']],
  ])('splits %j', async (cell, options) => {
    const { items } = await load(association, ['l.csv', `target,options\nx,"${cell.replaceAll('"', '""')}"\n`]);
    expect(items).toMatchObject([{ options }]);
  });

  it.each([
    ["['a' 'b' ... 'z']", /looks like a list that a program printed/],
    ['[a, b]', /looks like a list that a program printed/],
    ['{a,b}', /looks like a list that a program printed/],
    ["[['a'], ['b']]", /looks like a list that a program printed/],
    ["[{'text': 'a'}]", /looks like a list that a program printed/],
    ['[None, nan]', /looks like a list that a program printed/],
    ['a;b|c', /it has both separators of a list/],
    ['a;;b', /entry 2 is empty/],
    [';a', /entry 1 is empty/],
  ])('refuses %j', async (cell, message) => {
    await expect(load(association, ['l.csv', `target,options\nx,"${cell}"\n`])).rejects.toThrow(message);
  });
});

describe('loadDataset of questions', () => {
  const columns = ['question', 'A', 'B', 'C', 'D', 'answer'];
  const row = ['What?', 'w', 'x', 'y', 'z', 'B'];
  const expected = [{ question: 'What?', options: ['w', 'x', 'y', 'z'], key: 'B' }];

  it.each([
    [columns.join()],
    ['question,a,b,c,d,answer'],
    ['question,option_a,option_b,option_c,option_d,correct_answer'],
    ['question,Option A,Option B,Option C,Option D,Answer Key'],
    ['question,choice1,choice2,choice3,choice4,correct'],
    ['question,optionA,optionB,optionC,optionD,key'],
    ['question,opa,opb,opc,opd,correct option'],
  ])('reads the columns %s', async (header) => {
    const { items } = await load(know, ['q.csv', `${header}\n${row.join()}\n`]);
    expect(items).toMatchObject(expected);
    expect(items[0]?.metadata).toBeUndefined();
  });

  it('reads columns that are named with --map, and four rows as an item of difficulty', async () => {
    const text = `frage,eins,zwei,drei,vier,richtig\n${[1, 2, 3, 4].map((each) => `${each}?,w,x,y,z,B\n`).join('')}`;
    const map = { question: 'frage', A: 'eins', B: 'zwei', C: 'drei', D: 'vier', key: 'richtig' };
    expect((await load(know, ['q.csv', text], { map })).items).toHaveLength(4);
    const { items } = await load(difficulty, ['q.csv', text], { map });
    expect(items).toMatchObject([{ questions: [{ question: '1?', key: 'B' }, {}, {}, { question: '4?' }] }]);
  });

  it.each([
    ['b', 'B'],
    [' B ', 'B'],
    ['(B)', 'B'],
    ['B.', 'B'],
    ['x', 'B'],
    ['z', 'D'],
  ])('reads the key %j as %s', async (key, letter) => {
    const { items } = await load(know, ['q.csv', `${columns.join()}\nWhat?,w,x,y,z,${key}\n`]);
    expect(items).toMatchObject([{ key: letter }]);
  });

  it.each([
    ['What?,w,x,y,z,1', /key is "1", expected "A" or "B"/],
    ['What?,w,x,y,z,', /key/],
    ['What?,B,A,D,C,A', /the key "A" is a letter and also the text of option B/],
    ['What?,1,2,3,4,2', /the key "2" is the text of option B, but may also be a position/],
    ['What?,w,x,x,z,x', /the key "x" is the text of options B and C/],
    ['What?,w,x,y,,B', /D is empty: a question has four options/],
  ])('refuses the row %s', async (line, message) => {
    await expect(load(know, ['q.csv', `${columns.join()}\n${line}\n`])).rejects.toThrow(message);
  });

  it('refuses a fifth option instead of leaving it out', async () => {
    await expect(load(know, ['q.csv', 'question,A,B,C,D,E,answer\nWhat?,v,w,x,y,z,E\n'])).rejects.toThrow(
      'E is an option beyond D: a question has four options',
    );
  });
});

describe('loadDataset of own columns', () => {
  const long = (index: number) => `Please tell me everything about matter number ${index}`;
  const rows = (header: string, line: (index: number) => string) =>
    `${header}\n${Array.from({ length: 12 }, (_, index) => line(index)).join('\n')}\n`;

  it.each<readonly [string, string, string]>([
    ['t.csv', rows('ticket_id,customer_message', (index) => `T-${index},${long(index)}`), 'customer_message'],
    ['t.csv', rows('uid,lang,body', (index) => `u${index},english,${long(index)}`), 'body'],
    [
      't.csv',
      rows('_id,url,text', (index) => `${index}9f86d081,https://example.org/a/very/long/path/${index},x y ${index}`),
      'text',
    ],
    [
      't.csv',
      rows('disclaimer,ask', (index) => `The same long disclaimer of this table,${long(index).slice(12)}`),
      'ask',
    ],
    ['t.csv', rows('prompt_id,promt', (index) => `${index},Say ${index}`), 'promt'],
    [
      't.jsonl',
      rows('', (index) => JSON.stringify({ uid: index, input: { text: long(index), lang: 'en' } })).trimStart(),
      'input.text',
    ],
    [
      't.jsonl',
      rows('', (index) => JSON.stringify({ messages: [{ role: 'user', content: long(index) }] })).trimStart(),
      'messages.0.content',
    ],
  ])('suggests the column of long and different texts in %s, never the first', async (name, text, column) => {
    await expect(load(restriction, [name, text])).rejects.toMatchObject({
      code: 'data-columns',
      hint: expect.stringMatching(new RegExp(`for example --map prompt=${column}$`)),
    });
    expect((await load(restriction, [name, text], { map: { prompt: column } })).items).toHaveLength(12);
  });

  it('says how to name a text inside an object', async () => {
    await expect(
      load(restriction, ['o.jsonl', '{"prompt": {"text": "one"}}\n{"prompt": {"text": "two"}}\n']),
    ).rejects.toThrow(
      'prompt holds an object, not a text; name the text inside it with dots, for example --map FIELD=prompt.text',
    );
  });

  it('prefers a column whose name has a dot to a path', async () => {
    const line = '{"input.text": "one", "input": {"text": "two"}}\n';
    const { items } = await load(restriction, ['d.jsonl', line.repeat(1)], { map: { prompt: 'input.text' } });
    expect(items).toMatchObject([{ prompt: 'one' }]);
  });

  it('lists the values of a label with their counts, and guesses no translation', async () => {
    const text = `prompt,label\n${['a,ok', 'b,should_refuse', 'c,ok'].join('\n')}\n`;
    await expect(load(restriction, ['v.csv', text])).rejects.toMatchObject({
      message: expect.stringMatching(
        /^3 invalid rows of 3; the first: .*the values of label are ok \(2\), should_refuse \(1\)$/,
      ),
      hint: expect.stringContaining(
        'map each value of label to safe or unsafe: --map-value label:ok=... label:should_refuse=...',
      ),
    });
    const mapValue = { 'label:ok': 'safe', 'label:should_refuse': 'unsafe', 'label:no': 'safe' };
    const { notes } = await load(restriction, ['v.csv', text], { mapValue });
    expect(notes).toEqual(['--map-value label:no: no row has this value.']);
  });

  it('counts repeated rows', async () => {
    const text = `prompt\n${Array.from({ length: 60 }, (_, index) => `Say ${index % 4}`).join('\n')}\n`;
    await expect(load(restriction, ['r.csv', text])).rejects.toMatchObject({
      message: expect.stringMatching(/^56 repeated rows of 60; the first: .*line 6: the row duplicates line 2$/),
      hint: expect.stringContaining('or add a column id'),
    });
  });

  it('keeps an entry of metadata that has the name of a column', async () => {
    const { items } = await load(restriction, [
      'c.jsonl',
      '{"prompt": "a", "topic": 1, "metadata": {"topic": 2, "x": 3}}\n',
    ]);
    expect(items[0]?.metadata).toEqual({ topic: 1, 'metadata.topic': 2, x: 3 });
  });

  it('reads a number as the text of a field', async () => {
    const { items } = await load(restriction, ['p.jsonl', '{"prompt": "a", "pair": 12}\n']);
    expect(items).toMatchObject([{ pair: '12' }]);
  });
});
