import { AppError } from '../../util/app-error.ts';

/** A fault that the writing thread reports. */
export class SqliteFault extends Error {
  readonly errcode: number | null;

  constructor(message: string, errcode: number | null) {
    super(message);
    this.errcode = errcode;
  }
}

/** SQLite's primary result code of an error; null when it is not SQLite's. */
export function sqliteErrorCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error)) return null;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : null;
}

const busy = 5;
const locked = 6;
const corrupt = 11;

/** Whether another process is in the way for now. */
export function isPassing(error: unknown): boolean {
  const code = sqliteErrorCode(error);
  return code === busy || code === locked;
}

const kept = 'what was stored before is intact';

/** By primary result code: [our code, what is wrong, what to do next]. */
const explanations: ReadonlyMap<number, readonly [code: string, wrong: string, hint: string]> = new Map([
  [busy, ['store-locked', 'is locked by another process', 'wait for the other process, or stop it, and resume']],
  [locked, ['store-locked', 'is locked by another process', 'wait for the other process, or stop it, and resume']],
  [
    8,
    ['store-read-only', 'cannot be written', 'give yourself write permission on the file and its folder, or copy it'],
  ],
  [
    10,
    ['store-disk', 'could not be read or written by the disk', `${kept}; check the disk and its space, then resume`],
  ],
  [corrupt, ['store-damaged', 'is damaged', 'restore a copy, or save what can be read with `sqlite3 FILE .recover`']],
  [13, ['disk-full', 'could not grow: the disk is full', `${kept}; free some space, then resume the run`]],
  [14, ['store-cannot-open', 'cannot be opened', 'check that the folder exists and that you may write in it']],
  [23, ['store-cannot-open', 'may not be opened', 'check the permissions of the file and its folder']],
  [26, ['not-a-store', 'is not a store', 'name another file with --store; this one was left as it is']],
]);

/** A query of ours that does not fit the tables: they were changed. */
const otherSchema = /^no such (table|column)|has no column named/;

/** What an SQLite error on this file means for the user; null when it is a defect of ours. */
export function explain(error: unknown, file: string): AppError | null {
  const isOtherSchema = error instanceof Error && otherSchema.test(error.message);
  const code = isOtherSchema ? corrupt : sqliteErrorCode(error);
  const explanation = code === null ? undefined : explanations.get(code);
  if (explanation === undefined) return null;
  const [name, wrong, hint] = explanation;
  return new AppError(name, `the store ${file} ${wrong}`, { hint, cause: error });
}
