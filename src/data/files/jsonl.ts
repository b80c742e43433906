import { jsonFault, readJson } from './json-text.ts';
import { type Row, rowError } from './row.ts';

/**
 * Returns the rows of a file with one JSON value per line; blank lines are skipped. AppError at the first line that is
 * not JSON.
 */
export function parseJsonl(text: string, file: string): Row[] {
  return [...jsonlRows(text.split('\n'), file)];
}

/**
 * Yields one row per JSON line, so that a large file is never held in memory. AppError at the first line that is not
 * JSON.
 */
export function* jsonlRows(lines: Iterable<string>, file: string): Generator<Row> {
  let line = 0;
  for (const content of lines) {
    line += 1;
    if (content.trim() === '') continue;
    const place = { file, line };
    yield { ...place, value: parseLine(content, place) };
  }
}

function parseLine(content: string, place: Pick<Row, 'file' | 'line'>): unknown {
  try {
    return readJson(content);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error; // nested too deeply
    throw rowError(place, jsonFault(content, error));
  }
}

/** Returns one JSON value per line, each with a trailing line break. */
export function toJsonl(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
