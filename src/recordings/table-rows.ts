import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { isParquet, parquetRows } from '../data/files/parquet.ts';
import { linesOf } from '../data/files/read-text.ts';
import { isRecord } from '../util/is-record.ts';
import { cutLog, jsonLines, jsonValue, wholeRows } from './damaged-log.ts';
import type { FileStart } from './recording.ts';
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
  return first.split(/[,;\t]/).map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
}

function keysIn(json: string): readonly string[] {
  return [...json.matchAll(/"([^"\\]+)":/g)].map(([, name]) => name ?? '');
}

/** A row with its position: `row 3`. */
interface PlacedRow {
  readonly row: JsonObject;
  readonly place: string;
}

/** Yields the rows of a table (CSV, JSON lines, a JSON list, Parquet) while it is read. AppError where it is cut or malformed. */
export async function* tableRows(file: string, { text }: FileStart): AsyncGenerator<PlacedRow> {
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
    for (const row of listIn(file)) yield placed(row);
  else if (start.startsWith('{')) for (const { row } of jsonLines(linesOf(file), file)) yield placed(row);
  else for await (const row of csvRows(file, start)) yield placed(row);
}

/** Returns whether a file is one JSON object, and not one in each line. */
function isOneValue(file: string, start: string): boolean {
  const [first = ''] = start.split('\n');
  return /\.json$/i.test(file) && (first.length < start.length ? !first.trimEnd().endsWith('}') : true);
}

/** Returns the objects of a JSON list, or of the first list of objects inside a JSON object. */
function listIn(file: string): readonly JsonObject[] {
  const value = jsonValue(wholeJson(file, 'a tool that writes JSON lines'), file, '');
  const lists = (each: unknown, depth: number): readonly (readonly JsonObject[])[] => {
    if (Array.isArray(each)) return each.some(isRecord) ? [each.filter(isRecord)] : [];
    return isRecord(each) && depth < 3 ? Object.values(each).flatMap((inner) => lists(inner, depth + 1)) : [];
  };
  return lists(value, 0)[0] ?? (isRecord(value) ? [value] : []);
}

/** Yields the rows of a CSV file as texts by column. */
async function* csvRows(file: string, start: string): AsyncGenerator<JsonObject> {
  const [first = ''] = start.split('\n');
  const delimiter =
    [',', ';', '\t'].toSorted((one, other) => first.split(other).length - first.split(one).length)[0] ?? ',';
  const options = { columns: true, bom: true, delimiter, skip_empty_lines: true, max_record_size: maxRecord };
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
    if (!isCut) throw error;
    const [place, whole] = [`line ${error.lines}`, Number(error.records)];
    throw error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? cutLog(file, place, `a quote is not closed; ${wholeRows(whole)}`)
      : cutLog(file, place, wholeRows(whole));
  }
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
