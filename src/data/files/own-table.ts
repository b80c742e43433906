import { join } from 'node:path';
import type { AppError } from '../../util/app-error.ts';
import { isRecord } from '../../util/is-record.ts';
import type { Input } from './format.ts';
import { jsonFault, jsonFaultLine, readJson } from './json-text.ts';
import { jsonlRows } from './jsonl.ts';
import { readText } from './read-text.ts';
import { type Row, rowError } from './row.ts';
import { jsonArrayRows, namedRows } from './table.ts';

/** Rows with named columns, and the file that they are in. */
interface NamedColumns {
  readonly path: string;
  /** Returns the rows; it may be called again. */
  readonly rows: () => Iterable<Row>;
}

/** Returns the rows with named columns of a JSON array, JSON Lines, CSV or TSV file, or of a folder's `items.jsonl`. */
export function ownRows(input: Input, columns: readonly string[]): NamedColumns | null {
  if (input.kind === 'folder') {
    if (!input.names.includes('items.jsonl')) return null;
    const path = join(input.path, 'items.jsonl');
    const text = readText(path);
    return { path, rows: () => jsonlRows(text.split('\n'), path) };
  }
  const { path, text, json } = input;
  if (isRecord(json)) return { path, rows: () => [oneObject(path, json)] };
  const isNamedLines = /\.(jsonl|ndjson)(\.(gz|zst))?$/i.test(path) && !Array.isArray(json);
  const isLines = /^\s*\{/.test(text) || isNamedLines;
  if (isLines) return { path, rows: () => jsonlRows(text.split('\n'), path) };
  if (/^\s*\[/.test(text) && json === undefined) throw brokenArray(path, text);
  const rows = jsonArrayRows(input) ?? namedRows(input, columns);
  return rows === null ? null : { path, rows: () => rows };
}

/** Returns the one object of a file as its row. AppError for an object that holds a table. */
function oneObject(path: string, json: Readonly<Record<string, unknown>>): Row {
  const row: Row = { file: path, line: 1, value: json };
  const table = Object.entries(json).find(
    ([, value]) => Array.isArray(value) && value.length > 0 && value.every(isRecord),
  );
  if (table !== undefined && Object.values(json).filter(Array.isArray).length === 1 && json.id === undefined) {
    const [name] = table;
    throw rowError(
      row,
      `the file is one object, and its rows are the list "${name}"`,
      rowsHint(`.${JSON.stringify(name)}[]`),
    );
  }
  const values = Object.values(json);
  if (values.length > 1 && values.every((value) => isRecord(value) && Object.hasOwn(value, '0'))) {
    const hint = 'in pandas: to_json(FILE, orient="records", lines=True)';
    throw rowError(row, 'the file is one object of columns, as pandas writes it; items are rows', hint);
  }
  return row;
}

function rowsHint(filter: string): string {
  return `write the list alone, for example: jq -c '${filter}' FILE > rows.jsonl`;
}

/** Returns the error of a text that begins as a JSON array and is not JSON. */
function brokenArray(path: string, text: string): AppError {
  try {
    readJson(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return rowError({ file: path, line: jsonFaultLine(text, error) }, jsonFault(text, error));
  }
  return rowError({ file: path, line: 1 }, 'not JSON'); // not reached: the caller found that it is not JSON
}
