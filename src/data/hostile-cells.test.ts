import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typedExperiments } from '../../test/support/experiments.ts';
import { loadListed } from '../../test/support/listed.ts';
import type { ItemBase } from '../domain/dataset.ts';

const { restriction, know } = typedExperiments;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'seb-hostile-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface HostileRow {
  readonly id: string;
  readonly prompt: string;
  readonly note: string;
}

/** What a file was read as: its rows and notes, or the code of the error. */
type Read = { readonly rows: readonly HostileRow[]; readonly notes: readonly string[] } | { readonly code: unknown };

function rowOf({ id, prompt, metadata }: ItemBase & Pick<HostileRow, 'prompt'>): HostileRow {
  return { id, prompt, note: String(metadata?.note ?? '') };
}

async function read(name: string, content: string | Uint8Array): Promise<Read> {
  const path = join(folder, name);
  writeFileSync(path, content);
  const notes: string[] = [];
  try {
    const { items } = await loadListed(restriction, path, { seed: 1, onNote: (note) => void notes.push(note) });
    return {
      notes,
      rows: items.map(rowOf),
    };
  } catch (error) {
    expect(error).toMatchObject({ name: 'AppError', message: expect.stringContaining(path) });
    return { code: (error as { readonly code?: unknown }).code };
  }
}

const pieces = [
  ...[
    'a',
    'é',
    '😀',
    ' ',
    '"',
    '""',
    "'",
    ',',
    ';',
    '|',
    '\t',
    '\n',
    '\\',
    '\\n',
    '=1+1',
    'sep=;',
    '#',
    '\ufeff',
    '\0',
  ],
  ...[
    'nan',
    'NaN',
    'None',
    'null',
    '[',
    ']',
    '{',
    '}',
    'Infinity',
    '12345678901234567890',
    '1e999',
    '\u2028',
    '\ud83d',
  ],
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join(''));
const table = fc
  .array(fc.record({ prompt: text, note: text }), { minLength: 1, maxLength: 6 })
  .map((rows) => rows.map(({ prompt, note }, index): HostileRow => ({ id: `r${index}`, prompt: `${prompt}.`, note })));

const columns = ['id', 'prompt', 'note'] as const;
const cellsOf = (row: HostileRow) => columns.map((name) => row[name]);
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const minimal = (delimiter: string) => (cell: string) =>
  /["\n\r]/.test(cell) || cell.includes(delimiter) || cell === '' ? quoted(cell) : cell;

function written(
  rows: readonly HostileRow[],
  delimiter: string,
  { cell, lineEnd = '\n' }: { readonly cell: (text: string) => string; readonly lineEnd?: string },
): string {
  const lines = [columns, ...rows.map(cellsOf)];
  return lines.map((cells) => cells.map(cell).join(delimiter) + lineEnd).join('');
}

/** Files in UTF-8 hold no half of a surrogate pair and no NUL. */
const isPlain = (rows: readonly HostileRow[]) =>
  rows.every((row) => cellsOf(row).every((cell) => cell.isWellFormed() && !cell.includes('\0')));

/** Cells of quotes, which a reader may take for quoting. */
const quotes = ['""""', '"a""b"', '""', '"', '""a', '"a"'];

describe('loadDataset of hostile cells', () => {
  it.each([',', ';', '|'])('reads every cell of a CSV file with %j that has RFC 4180 quotes', async (delimiter) => {
    const forms = fc.constantFrom(quoted, minimal(delimiter));
    await fc.assert(
      fc.asyncProperty(table.filter(isPlain), forms, fc.constantFrom('\n', '\r\n'), async (rows, cell, lineEnd) => {
        expect(await read('x.csv', written(rows, delimiter, { cell, lineEnd }))).toMatchObject({ rows });
      }),
    );
  });

  it('reads every cell of a quoted TSV file, or names the line where quotes are ambiguous', async () => {
    await fc.assert(
      fc.asyncProperty(table.filter(isPlain), fc.constantFrom(quoted, minimal('\t')), async (rows, cell) => {
        const result = await read('x.tsv', written(rows, '\t', { cell }));
        if ('code' in result) expect(result.code).toBe('data-row');
        else if (result.notes.length === 0) expect(result.rows).toEqual(rows);
      }),
      { numRuns: 150 },
    );
  });

  it('says what it did with a cell of quotes alone', async () => {
    for (const note of ['""""', '"a""b"', '"a"']) {
      const rows = [{ id: 'r0', prompt: '.', note }];
      const result = await read('x.tsv', written(rows, '\t', { cell: (each) => each }));
      expect(result).toMatchObject({ notes: [expect.stringContaining('are read as quotes, not as part of its text')] });
    }
  });

  it('reads every cell of a TSV file without quoting, or says what it did with quotes', async () => {
    const oneLine = table.filter(isPlain).map((rows) =>
      rows.map(({ id, prompt, note }) => ({
        id,
        prompt: prompt.replace(/[\t\n]/g, ' '),
        note: note.replace(/[\t\n]/g, ' '),
      })),
    );
    await fc.assert(
      fc.asyncProperty(oneLine, async (rows) => {
        const result = await read('x.tsv', written(rows, '\t', { cell: (each) => each }));
        if ('code' in result) expect(result.code).toBe('data-row');
        else if (result.notes.length === 0) expect(result.rows).toEqual(rows);
        else expect(result.rows).toHaveLength(rows.length);
      }),
      { numRuns: 150, examples: quotes.map((note) => [[{ id: 'r0', prompt: '.', note }]]) },
    );
  });

  it('reads every cell of JSON and JSON lines', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        expect(await read('x.json', JSON.stringify(rows, null, 1))).toMatchObject({ rows, notes: [] });
        const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
        expect(await read('x.jsonl', lines)).toMatchObject({ rows, notes: [] });
        expect(await read('x.jsonl.gz', gzipSync(lines))).toMatchObject({ rows });
        expect(await read('x.jsonl.zst', zstdCompressSync(lines))).toMatchObject({ rows });
      }),
    );
  });

  it('reads every cell of Parquet', async () => {
    await fc.assert(
      fc.asyncProperty(table.filter(isPlain), async (rows) => {
        const columnData = columns.map((name) => ({
          name,
          data: rows.map((row) => row[name]),
          type: 'STRING' as const,
        }));
        const bytes = new Uint8Array(parquetWriteBuffer({ columnData }));
        expect(await read('x.parquet', bytes)).toMatchObject({ rows, notes: [] });
      }),
    );
  });

  it.each(['utf16le', 'utf8'] as const)('reads a marked %s text', async (encoding) => {
    const rows = [{ id: 'r0', prompt: 'Grüße 😀', note: 'é' }];
    const text = `\ufeff${written(rows, '\t', { cell: (each) => each })}`;
    expect(await read('x.tsv', Buffer.from(text, encoding))).toMatchObject({ rows, notes: [] });
  });

  it('keeps integers beyond 2^53 apart, as ids and elsewhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { minLength: 1 }), async (ids) => {
        const lines = ids.map((id, index) => `{"id": ${id}, "prompt": "p${index}", "note": -${id}}\n`).join('');
        const result = await read('x.jsonl', lines);
        expect(result).toMatchObject({ rows: ids.map((id) => ({ id: String(id), note: id === 0n ? '0' : `-${id}` })) });
        const signed = ids.filter((id) => id < 2n ** 63n);
        if (signed.length === 0) return;
        const columnData = [
          { name: 'id', data: signed, type: 'INT64' as const },
          { name: 'prompt', data: signed.map(String), type: 'STRING' as const },
        ];
        const bytes = new Uint8Array(parquetWriteBuffer({ columnData }));
        expect(await read('x.parquet', bytes)).toMatchObject({ rows: signed.map((id) => ({ id: String(id) })) });
      }),
    );
  });

  it('never throws anything but an AppError, whatever bytes a file of any name has', async () => {
    const starts = [
      '',
      'PAR1',
      'PK\x03\x04',
      '\x1f\x8b\x08',
      '(\xb5/\xfd',
      '\xff\xfe',
      '[',
      '{',
      'sep=;\n',
      'id,prompt\n',
      '"',
    ];
    const bytes = fc
      .tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 60 }))
      .map(([start, rest]) => Buffer.concat([Buffer.from(start, 'latin1'), rest]));
    const names = fc.constantFrom('x.csv', 'x.tsv', 'x.json', 'x.jsonl', 'x.parquet', 'x.csv.gz', 'x.txt', 'x');
    await fc.assert(
      fc.asyncProperty(bytes, names, async (content, name) => {
        expect(await read(name, content)).toBeDefined();
      }),
      { numRuns: 200 },
    );
  });

  it('reads lists of options as they were written, in every form that a program prints', async () => {
    const option = fc
      .string({ unit: fc.constantFrom('a', 'é', "'", '"', ';', '|', ',', ' ', '\\', '[', '1') })
      .map((each) => `${each}.`);
    const options = fc.array(option, { minLength: 4, maxLength: 4 });
    const python = (list: readonly string[]) =>
      list.map((each) => `'${each.replace(/[\\']/g, (sign) => `\\${sign}`)}'`);
    const forms: readonly ((list: readonly string[]) => string)[] = [
      (list) => JSON.stringify(list),
      (list) => `[${python(list).join(', ')}]`,
      (list) => `(${python(list).join(', ')})`,
      (list) => `[${python(list).join(' ')}]`,
      (list) => `[${python(list).join('\n ')}]`,
      (list) => `array([${python(list).join(', ')}], dtype=object)`,
      (list) => `[np.str_(${python(list).join('), np.str_(')})]`,
      (list) => `c(${list.map((each) => JSON.stringify(each)).join(', ')})`,
    ];
    await fc.assert(
      fc.asyncProperty(options, fc.constantFrom(...forms), async (list, form) => {
        const path = join(folder, 'options.csv');
        writeFileSync(path, `id,question,options,key\nq,Which?,${quoted(form(list))},A\n`);
        const { items } = await loadListed(know, path, { seed: 1 });
        expect(items[0]?.options).toEqual(list);
      }),
    );
  });
});
