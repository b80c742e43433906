import { AppError } from '../../util/app-error.ts';
import type { AppErrorCode } from '../../util/error-codes.ts';

/** A fault reported by the writer thread. */
export class SqliteFault extends Error {
  readonly errcode: number | null;

  constructor(message: string, errcode: number | null) {
    super(message);
    this.errcode = errcode;
  }
}

/** Returns SQLite's primary result code of an error; null for errors of another origin. */
export function sqliteErrorCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error)) return null;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : null;
}

const busy = 5;
const locked = 6;
const corrupt = 11;

/** Returns whether another process locks the database temporarily. */
export function isPassing(error: unknown): boolean {
  const code = sqliteErrorCode(error);
  return code === busy || code === locked;
}

const kept = 'all stored answers are safe';

/** Explanations by primary result code: [error code, problem, advice]. */
const explanations: ReadonlyMap<number, readonly [code: AppErrorCode, wrong: string, hint: string]> = new Map([
  [
    busy,
    ['store-locked', 'is locked by another process', 'wait for the other process to finish, or stop it; then resume'],
  ],
  [
    locked,
    ['store-locked', 'is locked by another process', 'wait for the other process to finish, or stop it; then resume'],
  ],
  [8, ['store-read-only', 'cannot be written', 'make the file and its folder writable, or copy the store']],
  [
    10,
    ['store-disk', 'could not be read or written: disk error', `${kept}; check the disk and its space, then resume`],
  ],
  [corrupt, ['store-damaged', 'is damaged', 'restore a copy, or save what can be read with `sqlite3 FILE .recover`']],
  [13, ['disk-full', 'could not grow: the disk is full', `${kept}; free some space, then resume the run`]],
  [14, ['store-cannot-open', 'cannot be opened', 'check that the folder exists and is writable']],
  [
    23,
    ['store-cannot-open', 'cannot be opened: permission denied', 'check the permissions of the file and its folder'],
  ],
  [26, ['not-a-store', 'is not a store', 'choose a different file with --store; this one was not changed']],
]);

/** Matches the error of a query that does not fit the tables because they were changed. */
const otherSchema = /^no such (table|column)|has no column named/;

/** Returns the error that explains an SQLite fault on this file to the user; null when it is a defect of this program. */
export function explain(error: unknown, file: string): AppError | null {
  const isOtherSchema = error instanceof Error && otherSchema.test(error.message);
  const code = isOtherSchema ? corrupt : sqliteErrorCode(error);
  const explanation = code === null ? undefined : explanations.get(code);
  if (explanation === undefined) return null;
  const [name, wrong, hint] = explanation;
  return new AppError(name, `the store ${file} ${wrong}`, { hint, cause: error });
}
