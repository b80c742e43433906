import { CsvError, parse } from 'csv-parse/sync';
import { AppError } from '../../util/app-error.ts';
import { oneLine } from '../../util/text.ts';
import { type Row, rowError } from './row.ts';

/** Cell separators: comma (CSV), semicolon (CSV of spreadsheets in many locales), tab (TSV) and bar. */
export const delimiters = [',', '\t', ';', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

interface Parsed {
  readonly record: string[];
  /** Line on which the record ends. */
  readonly info: { readonly lines: number };
}

interface Dialect {
  readonly file: string;
  readonly delimiter: Delimiter;
  /** Whether a quote at the start of a cell opens a quoted cell (RFC 4180); otherwise quotes are ordinary characters. */
  readonly hasQuotes: boolean;
}

type Records = Row<readonly string[]>[];

/**
 * Returns the records of a CSV text; cells may contain line breaks (as `\n`). AppError for unbalanced quotes; in TSV
 * files, which often hold bare quotes, they are ordinary characters unless all of them are those of RFC 4180.
 */
export function parseCsv(text: string, file: string, delimiter: Delimiter = ','): Records {
  const lines = normalLines(text, file);
  const quoted = { file, delimiter, hasQuotes: true };
  if (delimiter !== '\t' || !text.includes('"')) return recordsIn(lines, quoted);
  const plain = recordsIn(lines, { ...quoted, hasQuotes: false });
  const width = plain[0]?.value.length ?? 0;
  const isPlain = plain.every(({ value }) => value.length === width);
  try {
    const records = recordsIn(lines, quoted);
    if (!isPlain) return records;
    const doubtful = records.find(({ doubt }) => doubt !== undefined);
    if (doubtful === undefined) return withStrippedQuotes(records, plain);
    throw rowError(
      doubtful,
      doubtful.doubt ?? '',
      'remove this quote, or write the rows as JSON lines; nothing was run',
    );
  } catch (error) {
    if (!isPlain || !(error instanceof AppError) || !(error.cause instanceof CsvError)) throw error;
    return plain.map((row) => (row.value.some((cell) => /^".*"$/s.test(cell)) ? { ...row, doubt: keptQuotes } : row));
  }
}

const keptQuotes =
  'a cell is kept with its quotes, because other cells of the file have quotes that are part of the text';

/**
 * Returns the records of a TSV file, with a doubt where a cell lost quotes that no tab or line break in it needs, such as the
 * cell `""""`, which is read as one quote, unless the header is in quotes as well: then the program that wrote the file puts every cell in quotes.
 */
function withStrippedQuotes(records: Records, plain: Records): Records {
  if (plain[0]?.value.some((name) => name.startsWith('"')) === true || records.length !== plain.length) return records;
  return records.map((row, index) => {
    const written = plain[index]?.value ?? [];
    const isStripped =
      written.length === row.value.length && row.value.some((cell, column) => written[column] !== cell);
    return isStripped ? { ...row, doubt: 'the quotes around a cell are read as quotes, not as part of its text' } : row;
  });
}

/** Returns the text with Windows line endings normalized, so that a Windows checkout gives the same items and line numbers. */
function normalLines(text: string, file: string): string {
  const normal = text.replaceAll('\r\n', '\n');
  if (!normal.includes('\n') && normal.includes('\r')) {
    throw rowError({ file, line: 1 }, 'the lines end with CR alone; save the file with LF or CR LF line ends');
  }
  return normal;
}

function recordsIn(text: string, dialect: Dialect): Records {
  const { file, delimiter } = dialect;
  const records = parsed(text, dialect);
  const width = records[0]?.record.length ?? 0;
  let lines: readonly string[] | null = null;
  return records.map(({ record, info }) => {
    // A record starts as many lines before its end as its cells contain line breaks.
    const breaks = record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
    const row = { file, line: info.lines - breaks, value: record };
    if (breaks === 0 || width === 1) return row;
    lines ??= text.split('\n');
    const inside = lines.slice(row.line - 1, info.lines);
    if (!inside.every((line) => line.split(delimiter).length === width)) return row;
    return {
      ...row,
      doubt: `a quote joins lines ${row.line} to ${info.lines}, each of which looks like a row: it may be a quote too many`,
    };
  });
}

function parsed(text: string, { file, delimiter, hasQuotes }: Dialect): Parsed[] {
  try {
    const options = {
      info: true,
      relax_column_count: true,
      record_delimiter: '\n',
      skip_empty_lines: true,
      delimiter,
      quote: hasQuotes ? '"' : null,
    } as const;
    return parse(text, options) as unknown as Parsed[]; // with `info` the parser returns records with their line numbers
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const place = { file, line: Number(cause.lines ?? 1) };
    throw rowError(place, cause.message, 'write "" for a quote inside a quoted cell; nothing was run', cause);
  }
}

/**
 * Returns the records of a CSV text as objects with the names of its first record as keys, without records whose cells
 * are all empty. Columns without a name are called `column 4`, and are left out if they are empty. AppError where the
 * number of cells differs.
 */
export function parseNamedCsv(
  text: string,
  file: string,
  delimiter: Delimiter = ',',
): Row<Readonly<Record<string, string>>>[] {
  const [header, ...all] = parseCsv(text, file, delimiter);
  if (header === undefined) return [];
  const records = all.filter(({ value }) => value.some((cell) => cell !== ''));
  const names = columnNames(header, records);
  return records.map((record) => {
    const { value } = record;
    const surplus = value.slice(names.length);
    if (value.length < names.length || surplus.some((cell) => cell !== '')) {
      throw rowError(record, `${value.length} cells, but the header has ${names.length}`, widthHint(value, delimiter));
    }
    const entries = names.flatMap((name, index) => (name === null ? [] : [[name, value[index] ?? ''] as const]));
    return { ...record, value: Object.fromEntries(entries) };
  });
}

/** Returns the name of each column; null for one without a name and without content. */
function columnNames(header: Row<readonly string[]>, records: Records): readonly (string | null)[] {
  const names = header.value.map((name) => name.trim());
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice !== undefined)
    throw rowError(header, `two columns have the name "${oneLine(twice, 40)}"; rename one of them`);
  return names.map((name, index) => {
    if (name !== '') return name;
    return records.some(({ value }) => (value[index] ?? '') !== '') ? `column ${index + 1}` : null;
  });
}

function widthHint(cells: readonly string[], delimiter: Delimiter): string {
  const name = { ',': 'a comma', ';': 'a semicolon', '\t': 'a tab', '|': 'a bar' }[delimiter];
  const quotes = `the cells are separated by ${name === 'a tab' ? 'tabs' : `${name.slice(2)}s`}; put a cell that contains ${name} in quotes`;
  return `${cells.length < 2 ? 'the row may be cut off; ' : ''}${quotes}; nothing was run`;
}
