import { type Stats, statSync } from 'node:fs';
import { AppError } from '../../util/app-error.ts';
import { parseCsv } from './csv.ts';
import type { Input } from './format.ts';
import { readJsonOrNothing } from './json-text.ts';
import { jsonlRows } from './jsonl.ts';
import { isParquet, parquetRows } from './parquet.ts';
import { linesOf, namesIn, readText } from './read-text.ts';
import type { Row } from './row.ts';
import { unreadablePath } from './unreadable-path.ts';

/** Rows with named columns: of a Parquet file, or of JSON Lines, which are read anew by each call. */
interface Rows {
  readonly kind: 'rows';
  readonly rows: () => Iterable<Row>;
}

/** Opens a path: its rows where the file names their columns in every row, else its content. AppError where it cannot be read. */
export async function inputAt(path: string): Promise<Input | Rows> {
  const stats = statsOf(path);
  if (stats.isDirectory()) return { kind: 'folder', path, names: namesIn(path) };
  if (stats.isFile() && isParquet(path)) {
    const rows = await parquetRows(path);
    return { kind: 'rows', rows: () => rows };
  }
  if (stats.isFile() && isJsonLines(path)) return { kind: 'rows', rows: () => jsonlRows(linesOf(path), path) };
  const text = readText(path);
  return { kind: 'file', path, text, json: readJsonOrNothing(text), header: headerOf(text, path) };
}

/**
 * Returns whether a file begins with a line that is a JSON object and has more lines. Only JSON Lines does, so the file
 * need not be read whole.
 */
function isJsonLines(path: string): boolean {
  const [begin, next] = linesOf(path);
  // A line break at the end of a one-line text does not start another line.
  return (
    begin !== undefined && (next ?? '').trim() !== '' && /^\s*\{/.test(begin) && readJsonOrNothing(begin) !== undefined
  );
}

function statsOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (cause) {
    throw unreadablePath(path, cause, { missing: pathHint(path) });
  }
}

function pathHint(path: string): string {
  if (/^https?:\/\//.test(path)) return 'addresses are not read: download the file first, then give its path';
  const looksLikeHub = /^[\w.-]+\/[\w.-]+$/.test(path) && !path.startsWith('.');
  const hub = looksLikeHub ? '; data sets of a hub are not loaded by name: download the file first' : '';
  return `check the path: it is relative to the current folder${hub}`;
}

/** Returns the cells of the first record; reads only the beginning of a long file. */
function headerOf(text: string, path: string): readonly string[] {
  for (const end of [text.indexOf('\n'), text.length]) {
    try {
      return parseCsv(end === -1 ? text : text.slice(0, end), path)[0]?.value ?? [];
    } catch (error) {
      if (!(error instanceof AppError)) throw error; // a first cell with line breaks: parse the whole file
    }
  }
  return [];
}
