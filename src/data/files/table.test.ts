import { describe, expect, it } from 'vitest';
import { jsonArrayRows, namedRows } from './table.ts';

const input = (path: string, text: string, json?: unknown) => ({ kind: 'file', path, text, json, header: [] }) as const;

describe('namedRows', () => {
  it.each([
    ['commas', 'id,prompt\n1,"a, b"\n'],
    ['semicolons', 'id;prompt\n1;a, b\n'],
    ['tabs', 'id\tprompt\n1\ta, b\n'],
    ['a quoted header and blank lines', '\n"id","prompt"\r\n\r\n1,"a, b"\r\n'],
  ])('reads cells between %s by the names of the header', (_, text) => {
    expect(namedRows(input('x.txt', text), ['prompt'])?.map(({ value }) => value)).toEqual([
      { id: '1', prompt: 'a, b' },
    ]);
  });

  it('keeps a bare quote in a TSV cell', () => {
    expect(namedRows(input('x.tsv', 'prompt\tb\nsay "hi\tx\n'), [])?.[0]?.value).toEqual({ prompt: 'say "hi', b: 'x' });
  });

  it('is null for a text without a known name, unless the file name says CSV or TSV', () => {
    expect(namedRows(input('notes.txt', 'just, words\n'), ['prompt'])).toBeNull();
    expect(namedRows(input('x.CSV', 'a,b\n1,2\n'), ['prompt'])).toHaveLength(1);
  });

  it('names the line of a row with too many cells', () => {
    expect(() => namedRows(input('x.csv', 'a,b\n1,2\n1,2,3\n'), [])).toThrow('x.csv, line 3: 3 cells');
  });
});

describe('jsonArrayRows', () => {
  it('counts the elements of an array as rows, and is null for other JSON', () => {
    const rows = jsonArrayRows(input('x.json', '', [{ a: 1 }, 2]));
    expect(rows).toEqual([
      { file: 'x.json', line: 1, unit: 'row', value: { a: 1 } },
      { file: 'x.json', line: 2, unit: 'row', value: 2 },
    ]);
    expect(jsonArrayRows(input('x.json', '', { a: [1] }))).toBeNull();
  });
});
