import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCsv, parseNamedCsv } from './csv.ts';

/** Writes the simplest CSV: every cell in quotes. */
function written(records: readonly (readonly string[])[], lineEnd: string): string {
  return records.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',') + lineEnd).join('');
}

const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', '=', '\\', 'é', '\t', "'") });
const table = fc
  .integer({ min: 1, max: 4 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }));

describe('parseCsv', () => {
  it('reads every cell and the line on which each record begins', () => {
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n'), (records, lineEnd) => {
        const rows = parseCsv(written(records, lineEnd), 'x.csv');
        expect(rows.map((row) => row.value)).toEqual(records);
        let line = 1;
        for (const [index, row] of rows.entries()) {
          expect(row.line).toBe(line);
          line += written([records[index] ?? []], '\n').split('\n').length - 1;
        }
      }),
    );
  });

  it('gives the same cells for Windows line endings inside quotes', () => {
    const [, row] = parseCsv('id,text\r\n1,"two\r\nlines"\r\n', 'x.csv');
    expect(row).toEqual({ file: 'x.csv', line: 2, value: ['1', 'two\nlines'] });
  });

  it('either reads a hostile text or throws an error with file and line', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a', '\0', '\ufeff') }), (hostile) => {
        try {
          parseCsv(hostile, 'x.csv');
        } catch (error) {
          expect(error).toMatchObject({ code: 'data-row', message: expect.stringMatching(/^x\.csv, line \d+: /) });
        }
      }),
    );
  });
});

describe('parseNamedCsv', () => {
  it('names the line of a record with too many cells', () => {
    expect(() => parseNamedCsv('a,b\n"1\n1",2\n3,4,5\n', 'x.csv')).toThrow(
      'x.csv, line 4: 3 cells, but the header has 2',
    );
  });

  it.each([
    ['prompt,id,prompt\n1,2,3\n', /line 1: two columns have the name "prompt"/],
    ['id,text\r1,2\r3,4\r', /line 1: the lines end with CR alone/],
  ])('refuses %j', (text, reason) => {
    expect(() => parseNamedCsv(text, 'x.csv')).toThrow(reason);
  });

  it('keeps a column with the name of an object property apart', () => {
    const [row] = parseNamedCsv('__proto__,constructor\n1,2\n', 'x.csv');
    expect(Object.entries(row?.value ?? {})).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
  });
});
