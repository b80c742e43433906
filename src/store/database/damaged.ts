import { AppError } from '../../util/app-error.ts';
import { shellWord } from '../../util/shell-word.ts';
import type { Database } from './database.ts';

/** Creates the error for damaged content. `what` names the damaged run or part. */
export function damaged({ location }: Pick<Database, 'location'>, what: string, cause?: unknown): AppError {
  return new AppError('store-damaged', what, {
    hint: `check the whole store with \`seb doctor --store ${shellWord(location)}\`, then restore a copy of it`,
    cause,
  });
}
