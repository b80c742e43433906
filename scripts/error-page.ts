import { errorCodes } from '../src/util/error-codes.ts';

const columns = 4;

/** Returns docs/errors.md: the code of every error that a user can act on. */
export function errorPage(): string {
  const width = Math.max(...errorCodes.map(({ length }) => length)) + 2;
  const codes = errorCodes.toSorted();
  const rows = Array.from({ length: Math.ceil(codes.length / columns) }, (_, row) =>
    codes
      .slice(row * columns, (row + 1) * columns)
      .map((code) => code.padEnd(width))
      .join('')
      .trimEnd(),
  );
  return [
    '# Errors',
    '',
    'Every error that a user can act on has a code, a message (what happened, and why) and mostly a hint (what to do). The terminal',
    'prints message and hint. In a script, `AppError` has `code`, `message` and `hint`; the type `AppErrorCode` has the codes below.',
    'Experiments and models of your own use codes that begin with `own-`.',
    '',
    '```text',
    ...rows,
    '```',
    '',
  ].join('\n');
}
