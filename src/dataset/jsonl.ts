import { type Row, rowError } from './row.ts';

/** The rows of a file with one JSON value a line; blank lines are passed over. AppError at the first line that is no JSON. */
export function parseJsonl(text: string, file: string): Row[] {
  const rows: Row[] = [];
  for (const [index, content] of text.split('\n').entries()) {
    if (content.trim() === '') continue;
    const place = { file, line: index + 1 };
    rows.push({ ...place, value: parseLine(content, place) });
  }
  return rows;
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
