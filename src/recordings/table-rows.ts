import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { isParquet, parquetRows } from '../data/files/parquet.ts';
import { linesOf } from '../data/files/read-text.ts';
import { AppError } from '../util/app-error.ts';
import { isRecord } from '../util/is-record.ts';
import { counted } from '../util/numbers.ts';
import { shellWord } from '../util/shell-word.ts';
import { oneLine } from '../util/text.ts';
import { cutLog, damagedLog, jsonLines, jsonValue, rowsOfList, wholeRows } from './damaged-log.ts';
import type { FileStart } from './recording.ts';
import { twoColumns } from './table-columns.ts';
import { framesIn } from './table-frames.ts';
import type { JsonObject } from './values.ts';
import { wholeJson } from './whole-json.ts';

/** Maximum size in bytes of a row. */
const maxRecord = 2 ** 24;
/** Characters that are parsed at a time. */
const chunkSize = 65_536;

/** Returns the names in the header of a CSV table, or the keys of the first JSON object. */
export function columnsOf(text: string): readonly string[] {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (/^\[\s*\{/.test(start)) return keysIn(start.slice(0, start.indexOf('}')));
  const [first = ''] = start.split('\n');
  if (first.startsWith('{')) return keysIn(first);
  const { header, delimiter } = csvStart(start);
  return header.split(delimiter).map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
}

/** The line with the names of the columns of a CSV file, and the character between them. */
interface CsvStart {
  readonly header: string;
  readonly delimiter: string;
  /** Whether a line before it names the delimiter, as Excel writes it: `sep=;`. */
  readonly isNamed: boolean;
}

function csvStart(start: string): CsvStart {
  const [first = '', second = ''] = start.split('\n');
  const [, named] = /^"?sep=(.)"?\s*$/i.exec(first) ?? [];
  if (named !== undefined) return { header: second, delimiter: named, isNamed: true };
  const partsBy = (delimiter: string) => first.split(delimiter).length;
  const [most = ','] = [',', ';', '\t'].toSorted((one, other) => partsBy(other) - partsBy(one));
  return { header: first, delimiter: partsBy(most) > 1 ? most : '|', isNamed: false };
}

function keysIn(json: string): readonly string[] {
  return [...json.matchAll(/"([^"\\]+)":/g)].map(([, name]) => name ?? '');
}

/** A row with its position: `row 3`. */
interface PlacedRow {
  readonly row: JsonObject;
  readonly place: string;
}

/** Returns whether the rows of a table name their columns themselves, so that a later row may have one that the first rows lack. */
export function haveOwnNames({ text }: FileStart): boolean {
  return /^\uFEFF?\s*[[{]/.test(text);
}

/**
 * Yields the rows of a table (CSV, JSON lines, a JSON list, Parquet) while it is read. Of several lists inside a JSON object, it is the
 * one that `holdsAnswers`. AppError where the table is cut or malformed, or where several lists may be meant.
 */
export async function* tableRows(
  file: string,
  { text }: FileStart,
  holdsAnswers: (rows: readonly JsonObject[]) => boolean,
): AsyncGenerator<PlacedRow> {
  let number = 0;
  const placed = (row: JsonObject): PlacedRow => {
    number += 1;
    return { row, place: `row ${number}` };
  };
  if (isParquet(file)) {
    for (const { value } of await parquetRows(file)) yield placed(isRecord(value) ? value : {});
    return;
  }
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (start.startsWith('[') || (start.startsWith('{') && isOneValue(file, start)))
    for (const row of listIn(file, holdsAnswers)) yield placed(row);
  else if (start.startsWith('{')) for (const { row } of jsonLines(linesOf(file), file)) yield placed(row);
  else for await (const row of csvRows(file, start)) yield placed(row);
}

/** Returns whether a file is one JSON object, and not one in each line. */
function isOneValue(file: string, start: string): boolean {
  const [first = '', ...more] = start.split('\n').filter((line) => line.trim() !== '');
  return /\.json$/i.test(file) && (more.length === 0 || !first.trimEnd().endsWith('}'));
}

/** A list of objects inside a JSON value, with the keys that lead to it. */
interface FoundList {
  readonly path: readonly string[];
  readonly list: readonly unknown[];
  readonly rows: readonly JsonObject[];
}

/** Returns the objects of a JSON list, or of the list of objects inside a JSON object. AppError where several of them hold answers. */
function listIn(file: string, holdsAnswers: (rows: readonly JsonObject[]) => boolean): readonly JsonObject[] {
  const value = jsonValue(wholeJson(file, 'a tool that writes JSON lines'), file, '');
  const lists = (each: unknown, path: readonly string[]): readonly FoundList[] => {
    if (Array.isArray(each)) return each.some(isRecord) ? [{ path, list: each, rows: each.filter(isRecord) }] : [];
    return isRecord(each) && path.length < 3
      ? Object.entries(each).flatMap(([name, inner]) => lists(inner, [...path, name]))
      : [];
  };
  const found = lists(value, []);
  const [first] = found;
  if (first === undefined) return isRecord(value) ? (framesIn(value).find(holdsAnswers) ?? [value]) : [];
  if (found.length === 1) return rowsOfList(first.list, file);
  const [answers, ...more] = found.filter(({ rows }) => holdsAnswers(rows));
  if (answers === undefined) return rowsOfList(first.list, file);
  if (more.length === 0) return rowsOfList(answers.list, file);
  const shown = [answers, ...more].map(
    ({ path, rows }) => `${oneLine(path.join('.'), 60)} (${counted(rows.length, 'row')})`,
  );
  throw new AppError(
    'log-ambiguous',
    `${oneLine(file, 200)} has several lists of rows that may be answers: ${shown.join(', ')}`,
    { hint: `write one of them into a file: jq ${shellWord(jqPath(answers.path))} ${shellWord(file)} > rows.json` },
  );
}

/** Returns a path as jq reads it: `.results.rows`, `.["lab/a"]`. */
function jqPath(path: readonly string[]): string {
  const isPlain = path.every((key) => /^[a-z_]\w*$/i.test(key));
  return isPlain ? `.${path.join('.')}` : `.${path.map((key) => `[${JSON.stringify(key)}]`).join('')}`;
}

/** Yields the rows of a CSV file as texts by column. */
async function* csvRows(file: string, start: string): AsyncGenerator<JsonObject> {
  const { delimiter, isNamed } = csvStart(start);
  const columns = (header: string[]) => namesIn(header, file);
  const options = {
    ...{ columns, bom: true, delimiter, skip_empty_lines: true, max_record_size: maxRecord },
    from_line: isNamed ? 2 : 1,
  };
  const fed = { lines: 0, isEnded: false };
  try {
    // an error of either ends the iteration; with `columns` every record is an object of texts
    for await (const row of pipeline(chunksOf(counting(linesOf(file), fed)), parse(options), () => {}))
      yield row as JsonObject;
  } catch (error) {
    const isCut =
      error instanceof CsvError &&
      (error.code === 'CSV_QUOTE_NOT_CLOSED' ||
        (error.code === 'CSV_RECORD_INCONSISTENT_COLUMNS' && fed.isEnded && Number(error.lines) >= fed.lines));
    if (!isCut) throw error instanceof CsvError ? malformed(error, file, delimiter) : error;
    const [place, whole] = [`line ${error.lines}`, Number(error.records)];
    throw error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? cutLog(file, place, `a quote is not closed; ${wholeRows(whole)}`)
      : cutLog(file, place, wholeRows(whole));
  }
}

/** Returns the error for a row that is not read: its position, what is wrong with it, and what to do. */
function malformed({ code, cause, lines, record, message }: CsvError, file: string, delimiter: string): unknown {
  if (cause instanceof AppError) return cause;
  if (code === 'CSV_MAX_RECORD_SIZE')
    return damagedLog(
      file,
      '',
      `has a row of more than ${maxRecord} characters: a quotation mark may not be closed`,
      'close it; a quotation mark inside a quoted cell is written twice',
    );
  if (code !== 'CSV_RECORD_INCONSISTENT_COLUMNS' || !Array.isArray(record))
    return damagedLog(file, `line ${lines}`, message, 'a quotation mark inside a quoted cell is written twice');
  return damagedLog(
    file,
    `line ${lines}`,
    `has ${counted(record.length, 'cell')}, not as many as the line with the names of the columns`,
    `put a cell that contains ${JSON.stringify(delimiter)} in quotation marks`,
  );
}

/** Returns the names of a header. AppError where two columns have one name: the second would replace the first. */
function namesIn(header: readonly string[], file: string): string[] {
  const twice = header.find(
    (name, index) => name.trim() !== '' && header.findIndex((each) => each.trim() === name.trim()) !== index,
  );
  if (twice === undefined) return [...header];
  throw twoColumns(
    file,
    header.filter((name) => name.trim() === twice.trim()).map(() => twice.trim()),
    null,
  );
}

function* counting(lines: Iterable<string>, fed: { lines: number; isEnded: boolean }): Generator<string> {
  for (const line of lines) {
    if (line !== '') fed.lines += 1;
    yield line;
  }
  fed.isEnded = true;
}

function* chunksOf(lines: Iterable<string>): Generator<string> {
  let [chunk, number] = ['', 0];
  for (const line of lines) {
    chunk += number === 0 ? line : `\n${line}`;
    number += 1;
    if (chunk.length < chunkSize) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
