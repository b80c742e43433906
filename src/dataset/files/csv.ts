import { CsvError, parse } from 'csv-parse/sync';
import { oneLine } from '../../util/text.ts';
import { type Row, rowError } from './row.ts';

/** Cell separator: comma (CSV), semicolon (CSV of spreadsheets in many locales) or tab (TSV). */
export type Delimiter = ',' | ';' | '\t';

interface Parsed {
  readonly record: string[];
  /** Line on which the record ends. */
  readonly info: { readonly lines: number };
}

/** Returns the records of a CSV text; cells may contain line breaks (as `\n`). AppError for unbalanced quotes. */
export function parseCsv(text: string, file: string, delimiter: Delimiter = ','): Row<readonly string[]>[] {
  // Normalizes Windows line endings, so that a Windows checkout gives the same items and line numbers.
  const normal = text.replaceAll('\r\n', '\n');
  if (!normal.includes('\n') && normal.includes('\r')) {
    throw rowError({ file, line: 1 }, 'the lines end with CR alone; save the file with LF or CR LF line ends');
  }
  const records = parsed(normal, { file, delimiter });
  return records.map(({ record, info }) => {
    // A record starts as many lines before its end as its cells contain line breaks.
    const breaks = record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
    return { file, line: info.lines - breaks, value: record };
  });
}

function parsed(text: string, { file, delimiter }: { readonly file: string; readonly delimiter: Delimiter }): Parsed[] {
  try {
    const options = {
      info: true,
      relax_column_count: true,
      record_delimiter: '\n',
      skip_empty_lines: true,
      delimiter,
      relax_quotes: delimiter === '\t', // cells of TSV files often hold bare quotes
    } as const;
    return parse(text, options) as unknown as Parsed[]; // with `info` the parser returns records with their line numbers
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw rowError({ file, line: Number(error.lines ?? 1) }, error.message);
  }
}

/**
 * Returns the records of a CSV text as objects with the names of its first record as keys. AppError where the number of
 * cells differs.
 */
export function parseNamedCsv(
  text: string,
  file: string,
  delimiter: Delimiter = ',',
): Row<Readonly<Record<string, string>>>[] {
  const [header, ...records] = parseCsv(text, file, delimiter);
  if (header === undefined) return [];
  const twice = header.value.find((name, index) => name !== '' && header.value.indexOf(name) !== index);
  if (twice !== undefined)
    throw rowError(header, `two columns have the name "${oneLine(twice, 40)}"; rename one of them`);
  return records.map((record) => {
    if (record.value.length !== header.value.length) {
      throw rowError(record, `${record.value.length} cells, but the header has ${header.value.length}`);
    }
    const entries = header.value.map((name, index) => [name, record.value[index] ?? ''] as const); // lengths are equal
    return { ...record, value: Object.fromEntries(entries) };
  });
}
