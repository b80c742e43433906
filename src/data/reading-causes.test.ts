import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { typedExperiments } from '../../test/support/experiments.ts';
import { loadListed } from '../../test/support/listed.ts';
import { loadFile } from '../../test/support/loaded-file.ts';
import { newFolder } from '../../test/support/refusal.ts';

const { association, difficulty, restriction } = typedExperiments;

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
    await expect(loadFile(restriction, [name, content])).rejects.toMatchObject({
      code: 'data-format',
      message: expect.stringMatching(message),
      hint: expect.any(String),
    });
  });

  it.each(['ORCID,prompt\n1,Say one\n', 'BZh,prompt\n1,Say one\n', 'RDX;prompt\n1;Say one\n'])(
    'does not take the text %j for a binary format',
    async (text) => {
      expect((await loadFile(restriction, ['words.csv', text])).items).toMatchObject([{ prompt: 'Say one' }]);
    },
  );

  it('says that a compressed file is cut off, and the line of a byte that is not UTF-8', async () => {
    await expect(loadFile(restriction, ['cut.csv.gz', gzipSync(csv.repeat(99)).subarray(0, 30)])).rejects.toThrow(
      /is a gzip file that cannot be unpacked/,
    );
    await expect(loadFile(restriction, ['latin.csv', latin1(`${csv}b,Caf\xe9\n`)])).rejects.toThrow(
      /line 3: is not UTF-8/,
    );
  });
});

describe('loadDataset of JSON that is not quite JSON', () => {
  it.each<readonly [string, string, RegExp]>([
    ['a.jsonl', "{'id': 'a', 'prompt': 'Say one'}\n{'id': 'b'}\n", /line 1: not JSON, but the text of a Python object/],
    ['a.json', "[{'id': 'a'}]", /line 1: not JSON, but the text of a Python object/],
    ['a.json', '[\n {"prompt": "Say one"},\n]', /line 3: not JSON: there may be a comma too many/],
    ['a.jsonl', '{"prompt": "one"},\n{"prompt": "two"}\n', /line 1: not JSON: there is a comma after the object/],
    ['a.jsonl', '{"prompt": "one"}\n{"prompt": "tw', /line 2: not JSON: it ends too early/],
    ['a.json', '[{"prompt": "Say one"}, {"prompt"', /not JSON: it ends too early/],
    ['a.json', '{\n  "prompt": "one"\n}\n{\n  "prompt": "two"\n}\n', /an object in JSON lines takes one line/],
    ['a.jsonl', '{"id": "a", "prompt": "one", "prompt": "two"}\n', /line 1: the field "prompt" occurs twice/],
    ['a.jsonl', '{"prompt": "one", "m": {"x": 1, "\\u0078": 2}}\n', /the field "x" occurs twice/],
    ['a.json', '{"info": "v1", "data": [{"prompt": "one"}]}', /its rows are the list "data"/],
    ['a.json', '{"prompt": {"0": "one"}, "label": {"0": "safe"}}', /one object of columns, as pandas writes it/],
    ['a.json', '["Say one", "Say two"]', /row 1: /],
  ])('says why %s with %j cannot be read', async (name, text, message) => {
    await expect(loadFile(restriction, [name, text])).rejects.toThrow(message);
  });

  it('reads a JSON list whose name ends in .jsonl', async () => {
    const { items } = await loadFile(restriction, ['a.jsonl', '[{"prompt": "one"}, {"prompt": "two"}]']);
    expect(items).toMatchObject([{ prompt: 'one' }, { prompt: 'two' }]);
  });

  it('does not take any object of lists for the published word list', async () => {
    await expect(loadFile(association, ['l.json', '{"authors": ["A", "B", "C"], "note": ["x"]}'])).rejects.toThrow(
      'has no columns target, options; found: authors, note',
    );
    const path = join(newFolder(), 'words.json');
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
    const { items } = await loadFile(restriction, ['t.csv', text]);
    expect(items.map((item) => Reflect.get(item, 'prompt'))).toEqual(prompts);
    expect(items.map(({ metadata }) => metadata)).toEqual(
      items.map(() => undefined).map((each) => (text.includes('1') ? { 'a;b;c': '1' } : each)),
    );
  });

  it('keeps columns without a name apart', async () => {
    const { items } = await loadFile(restriction, ['t.csv', ',prompt,\n0,x,note\n']);
    expect(items[0]?.metadata).toEqual({ 'column 1': '0', 'column 3': 'note' });
  });

  it('names the line where a quote in a TSV file may join rows, and tells it of a CSV file', async () => {
    const rows = (separator: string) =>
      ['id', 'a', 'b', 'c'].map((id, index) => [id, ['prompt', '"x', 'y', 'z"'][index]].join(separator));
    await expect(loadFile(restriction, ['t.tsv', rows('\t').join('\n')])).rejects.toThrow(
      /line 2: a quote joins lines 2 to 4/,
    );
    const { items, notes } = await loadFile(restriction, ['t.csv', rows(',').join('\n')]);
    expect(items).toHaveLength(1);
    expect(notes).toEqual([
      'line 2: a quote joins lines 2 to 4, each of which looks like a row: it may be a quote too many.',
    ]);
  });

  it('names the line of a row with too few cells, and what separates them', async () => {
    await expect(loadFile(restriction, ['t.csv', 'id,prompt,label\na,x,safe\nb,y\n'])).rejects.toMatchObject({
      message: expect.stringContaining('t.csv, line 3: 2 cells, but the header has 3'),
      hint: expect.stringContaining('put a cell that contains a comma in quotes'),
    });
  });
});

describe('loadDataset of missing values', () => {
  const missing = [
    'nan',
    'NaN',
    'None',
    'null',
    'NULL',
    '<NA>',
    'NaT',
    'N/A',
    '#N/A',
    '#REF!',
    '\\N',
    'none',
    'n/a',
    'NAN',
    'pd.NA',
    '-',
    '#SPILL!',
    '#N/A N/A',
    '-1.#IND',
  ];

  it.each(missing)('reads %j as absent in optional columns, and tells it', async (cell) => {
    const rows = ['one', 'two'].map((prompt) => `${prompt},${cell},${cell},${cell}\n`).join('');
    const { items, notes } = await loadFile(restriction, ['m.csv', `prompt,pair,group,label\n${rows}`]);
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
    const { items, notes } = await loadFile(restriction, ['m.csv', 'id,prompt,note\na,None,nan\n']);
    expect(items).toEqual([{ id: 'a', prompt: 'None', metadata: { note: 'nan' } }]);
    expect(notes).toEqual([]);
  });

  it('does not make one group of rows whose group is empty, blank or null', async () => {
    const text = 'id,prompt,group,pair\na,one,,\nb,two,"  "," "\n';
    const { items } = await loadFile(restriction, ['m.csv', text]);
    expect(items).toEqual([
      { id: 'a', prompt: 'one' },
      { id: 'b', prompt: 'two' },
    ]);
    const lines = '{"prompt": "one", "group": null, "meta": {"label": null}}\n{"prompt": "two", "meta": null}\n';
    const nested = await loadFile(restriction, ['m.jsonl', lines], { map: { label: 'meta.label' } }).catch(
      (error: unknown) => error,
    );
    expect(nested).toMatchObject({ items: [{ prompt: 'one' }, { prompt: 'two' }] });
  });

  it.each<readonly [string, string]>([
    ['{"id": "a", "prompt": "one", "score": NaN}', 'score'],
    ['{"id": "a", "prompt": "one", "score": [1, -Infinity]}', 'score'],
    ['{"id": "a", "prompt": "one", "score": {"mean": 1e999}}', 'score'],
  ])('reads a number that is not finite as absent: %s', async (line, column) => {
    const { items, notes } = await loadFile(restriction, ['n.jsonl', `${line}\n{"id":"NaN","prompt":"Infinity"}\n`]);
    expect(items).toMatchObject([{ id: 'a' }, { prompt: 'Infinity' }]);
    expect(notes[0]).toBe(`line 1: ${column} has a number that is not finite, which is read as absent.`);
  });

  it('reads NaN, infinities and dates of Parquet that do not exist as absent', async () => {
    const columnData = [
      { name: 'prompt', data: ['one', 'two', 'three'], type: 'STRING' as const },
      { name: 'score', data: [Number.NaN, Number.NEGATIVE_INFINITY, 0.5], type: 'DOUBLE' as const },
    ];
    const { items, notes } = await loadFile(restriction, [
      'n.parquet',
      new Uint8Array(parquetWriteBuffer({ columnData })),
    ]);
    expect(items.map(({ metadata }) => metadata)).toEqual([undefined, undefined, { score: 0.5 }]);
    expect(notes).toEqual([
      'score has a number that is not finite, which is read as absent (2 rows, the first in row 1).',
    ]);
  });
});

describe('loadDataset of objects inside a cell with a null field', () => {
  const groups = (question: object) =>
    [1, 2, 3].map((group) => ({
      id: `g${group}`,
      questions: [1, 2, 3, 4].map((n) => ({
        ...{ id: `q${group}-${n}`, question: `What is ${group} plus ${n}?`, options: ['2', '4', '6', '8'], key: 'A' },
        ...question,
      })),
    }));
  const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');
  const inCsv = (rows: ReturnType<typeof groups>) =>
    [
      'id,questions',
      ...rows.map(({ id, questions }) => `${id},"${JSON.stringify(questions).replaceAll('"', '""')}"`),
    ].join('\n');
  const withNull = groups({ subject: null });

  it.each<readonly [string, string, string]>([
    ['JSON lines', 'a.jsonl', lines(withNull)],
    ['a JSON list', 'a.json', JSON.stringify(withNull)],
    ['a JSON list with lines', 'a.json', JSON.stringify(withNull, null, 2)],
    ['NaN of Python', 'a.jsonl', lines(groups({ subject: 'x' })).replaceAll('"subject":"x"', '"subject":NaN')],
    ['JSON in a CSV cell', 'a.csv', inCsv(withNull)],
    ['a byte order mark before JSON lines', 'a.jsonl', `\uFEFF${lines(withNull)}`],
    [
      'JSON text in JSON lines',
      'a.jsonl',
      lines(withNull.map(({ id, questions }) => ({ id, questions: JSON.stringify(questions) }))),
    ],
    ['a null beside a subject', 'a.jsonl', lines([...groups({ subject: 'sums' }).slice(0, 2), ...withNull.slice(2)])],
  ])('takes it for absent in %s', async (_, name, text) => {
    const { items } = await loadFile(difficulty, [name, text]);
    expect(items.map(({ id }) => id)).toEqual(['g1', 'g2', 'g3']);
    expect(JSON.stringify(items)).not.toContain('"subject":null');
  });

  it.each<readonly [string, object, RegExp]>([
    ['the question', { question: null }, /question/],
    ['an option', { options: ['2', null, '6', '8'] }, /options\.1/],
    ['the key', { key: null }, /key/],
  ])('still refuses one in place of %s', async (_, question, message) => {
    await expect(loadFile(difficulty, ['a.jsonl', lines(groups(question))])).rejects.toThrow(message);
  });
});
