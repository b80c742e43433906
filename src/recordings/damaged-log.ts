import { AppError } from '../util/app-error.ts';
import { isRecord } from '../util/is-record.ts';
import { oneLine } from '../util/text.ts';
import { type JsonObject, parseLooseJson } from './values.ts';

/** Creates the error for a log that cannot be read, with the position in it. */
export function damagedLog(file: string, place: string, reason: string, hint = 'nothing was stored'): AppError {
  return new AppError('log-damaged', `${oneLine(file, 200)}${place === '' ? '' : `, ${place}`}: ${reason}`, { hint });
}

/** Maximum nesting depth of a value: far deeper than any log, and far from a stack overflow. */
const maxDepth = 200;

/** Parses a value of a log. AppError where the text is not JSON, or nested too deeply. */
export function jsonValue(text: string, file: string, place: string): unknown {
  let value: unknown;
  try {
    value = parseLooseJson(text);
  } catch (error) {
    throw damagedLog(file, place, `is not JSON (${error instanceof Error ? error.message : 'unreadable'})`);
  }
  if (text.length > 2 * maxDepth && isDeeper(value, maxDepth))
    throw damagedLog(file, place, `is nested more than ${maxDepth} levels deep`);
  return value;
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1));
}

/** Parses an object of a log. AppError as for `jsonValue`, and for any other value. */
export function jsonObject(text: string, file: string, place: string): JsonObject {
  const value = jsonValue(text, file, place);
  if (isRecord(value)) return value;
  throw damagedLog(file, place, 'is not a JSON object');
}

/** Yields the objects of a file with one in each line; blank lines are skipped. AppError at the first line that is none. */
export function* jsonLines(
  lines: Iterable<string>,
  file: string,
): Generator<{ readonly row: JsonObject; readonly place: string }> {
  let line = 0;
  for (const text of lines) {
    line += 1;
    const place = `line ${line}`;
    if (text.trim() !== '') yield { row: jsonObject(text, file, place), place };
  }
}
