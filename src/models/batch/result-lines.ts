import { parsedJson } from '../../util/canonical-json.ts';
import { isRecord } from '../../util/is-record.ts';
import { isNestedDeeper } from '../../util/json-shape.ts';

const maxDepth = 100;

interface ResultLines {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Number of lines that are not JSON objects, such as the last one of a file that was cut. */
  readonly damaged: number;
}

/** Parses the lines of a result file. A damaged line does not affect the others. */
export function resultLines(text: string): ResultLines {
  const rows: Readonly<Record<string, unknown>>[] = [];
  let damaged = 0;
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const value = isNestedDeeper(line, maxDepth) ? undefined : parsedJson(line);
    if (isRecord(value)) rows.push(value);
    else damaged += 1;
  }
  return { rows, damaged };
}

/** Returns the sentence about the damaged lines of a file; empty without any. */
export function damageProblems({ damaged }: Pick<ResultLines, 'damaged'>, file: string): readonly string[] {
  if (damaged === 0) return [];
  return [`result file ${file} was cut or damaged in ${damaged === 1 ? 'a line' : `${damaged} lines`}`];
}
