import { AppError } from '../util/app-error.ts';
import { isRecord } from '../util/is-record.ts';
import { oneLine } from '../util/text.ts';
import { type JsonObject, parseLooseJson } from './values.ts';

/** Creates the error for a log that cannot be read, with the position in it. */
export function damagedLog(file: string, place: string, reason: string, hint = 'nothing was stored'): AppError {
  return new AppError('log-damaged', `${oneLine(file, 200)}${place === '' ? '' : `, ${place}`}: ${reason}`, { hint });
}

/** Parses an object of a log. AppError where the text is not JSON or not an object. */
export function jsonObject(text: string, file: string, place: string): JsonObject {
  try {
    const value = parseLooseJson(text);
    if (isRecord(value)) return value;
  } catch (error) {
    throw damagedLog(file, place, `is not JSON (${error instanceof Error ? error.message : 'unreadable'})`);
  }
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
