import { type Row, rowError } from './row.ts';

/** The rows of a file with one JSON value a line; blank lines are passed over. AppError at the first line that is no JSON. */
export function parseJsonl(text: string, file: string): Row[] {
  return [...jsonlRows(text.split('\n'), file)];
}

/** The same line by line: of a large file, neither all lines nor all rows are held. */
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
    return JSON.parse(content);
  } catch (error) {
    throw rowError(place, `no JSON (${error instanceof Error ? error.message : 'unreadable'})`);
  }
}

/** One JSON value a line, with a line break after the last. */
export function toJsonl(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
