import { jsonFault } from '../data/files/json-text.ts';
import { AppError } from '../util/app-error.ts';
import { parseExactJson } from '../util/canonical-json.ts';
import { isRecord } from '../util/is-record.ts';
import { counted } from '../util/numbers.ts';
import { oneLine } from '../util/text.ts';
import type { JsonObject } from './values.ts';

/** Creates the error for a log that cannot be read, with the position in it. */
export function damagedLog(
  file: string,
  place: string,
  reason: string,
  hint = 'write the log again, or copy it again',
): AppError {
  return new AppError('log-damaged', `${oneLine(file, 200)}${place === '' ? '' : `, ${place}`}: ${reason}`, { hint });
}

/** Says what to do about a row whose model or id is blank. */
export function blankHint(part: 'model' | 'item'): string {
  return `fill it in, or remove the row; in a table, --columns ${part}=COLUMN names another column`;
}

/** What to do about a file that is cut where it may be incomplete because a program is writing it. */
export const whileWritten = 'if it is still being written, wait until it is finished';

/** Maximum nesting depth of a value: far deeper than any log, and far from a stack overflow. */
const maxDepth = 200;

/** Parses a value of a log; whole numbers that a number cannot hold, such as long ids, are texts. AppError where the text is not JSON, or nested too deeply. */
export function jsonValue(text: string, file: string, place: string): unknown {
  let parsed: ReturnType<typeof parseExactJson>;
  try {
    parsed = parseExactJson(text, maxDepth);
  } catch (error) {
    if (isCutJson(text))
      throw damagedLog(file, place, 'is cut: its JSON is not complete', `${whileWritten}; or copy it again`);
    throw damagedLog(file, place, `is ${jsonFault(text, error)}`);
  }
  if (parsed.isTooDeep) throw damagedLog(file, place, `is nested more than ${maxDepth} levels deep`);
  return parsed.value;
}

/** Parses an object of a log. AppError as for `jsonValue`, and for any other value. */
export function jsonObject(text: string, file: string, place: string): JsonObject {
  const value = jsonValue(text, file, place);
  if (isRecord(value)) return value;
  throw damagedLog(file, place, 'is not a JSON object');
}

/** Returns the elements of a list, each a row. AppError at the first that is no object: none is passed over. */
export function rowsOfList(list: readonly unknown[], file: string): readonly JsonObject[] {
  return list.map((row, index) => {
    if (isRecord(row)) return row;
    throw damagedLog(file, `element ${index + 1}`, 'is not a JSON object');
  });
}

/**
 * Yields the objects of a file with one in each line; blank lines are skipped. AppError at the first line that is none; where it
 * is the last one, the error says that the file is cut and how many rows before it are whole.
 */
export function* jsonLines(
  lines: Iterable<string>,
  file: string,
): Generator<{ readonly row: JsonObject; readonly place: string }> {
  let [line, whole] = [0, 0];
  let broken: { readonly error: AppError; readonly place: string } | null = null;
  for (const text of lines) {
    line += 1;
    if (text.trim() === '') continue;
    if (broken !== null) throw broken.error; // another line follows: the file is not cut there
    const place = `line ${line}`;
    try {
      const row = jsonObject(text, file, place);
      whole += 1;
      yield { row, place };
    } catch (error) {
      if (!(error instanceof AppError) || !isCutJson(text)) throw error;
      broken = { error, place };
    }
  }
  if (broken !== null) throw cutLog(file, broken.place, wholeRows(whole));
}

/** Returns whether a text is JSON that is not complete, as in a file that was cut, or NUL characters in its place, as after a crash. */
export function isCutJson(text: string): boolean {
  if (/^\0[\0\s]*$/.test(text)) return true;
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const [, position] = /at position (\d+)/.exec(message) ?? [];
    return /Unexpected end|Unterminated/.test(message) || Number(position) >= text.trimEnd().length;
  }
}

/** Creates the error for a log whose end is missing. */
export function cutLog(file: string, place: string, whole: string): AppError {
  return damagedLog(
    file,
    place,
    `is cut: ${whole}`,
    `${whileWritten}; or copy it again, or remove what is cut and read the rest`,
  );
}

/** Returns how many rows of a cut log are whole: `the 20 rows before it are whole`. */
export function wholeRows(rows: number): string {
  if (rows === 0) return 'no row before it is whole';
  return rows === 1 ? 'the row before it is whole' : `the ${counted(rows, 'row')} before it are whole`;
}
