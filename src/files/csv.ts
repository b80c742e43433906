import { CsvError, parse } from 'csv-parse/sync';
import { type Row, rowError } from './row.ts';

/** What separates cells: comma (CSV), semicolon (CSV of spreadsheets in many languages) or tab (TSV). */
export type Delimiter = ',' | ';' | '\t';

interface Parsed {
  readonly record: string[];
  /** Line that the record ends on. */
  readonly info: { readonly lines: number };
}

/** The records of a CSV text; cells may hold line breaks (given as `\n`). AppError where quotes do not match. */
export function parseCsv(text: string, file: string, delimiter: Delimiter = ','): Row<readonly string[]>[] {
  // A checkout with Windows line ends gives the same items, and the parser counts lines rightly.
  const records = parsed(text.replaceAll('\r\n', '\n'), { file, delimiter });
  return records.map(({ record, info }) => {
    // A record begins as many lines before its end as its own cells have breaks.
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
    return parse(text, options) as unknown as Parsed[]; // with `info` the parser returns records with their place
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw rowError({ file, line: Number(error.lines ?? 1) }, error.message);
  }
}

/** The records of a CSV text as objects under the names of its first record. AppError where the number of cells differs. */
export function parseNamedCsv(
  text: string,
  file: string,
  delimiter: Delimiter = ',',
): Row<Readonly<Record<string, string>>>[] {
  const [header, ...records] = parseCsv(text, file, delimiter);
  if (header === undefined) return [];
  return records.map((record) => {
    if (record.value.length !== header.value.length) {
      throw rowError(record, `${record.value.length} cells, but the header has ${header.value.length}`);
    }
    const entries = header.value.map((name, index) => [name, record.value[index] ?? ''] as const); // lengths are equal
    return { ...record, value: Object.fromEntries(entries) };
  });
}
