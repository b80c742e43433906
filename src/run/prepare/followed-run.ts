import type { RunId } from '../../domain/run-config.ts';
import type { RunRecord } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { findRun, latestRun } from './find-run.ts';

/**
 * Returns the id of the run that the run `own` follows, given as an id, a prefix of one, a name, or `latest` (the
 * newest run that is older than `own`). AppError if no run matches or it is not older.
 */
export function followedRun(runs: readonly RunRecord[], text: string, own: RunId): RunId {
  const self = runs.find(({ id }) => id === own);
  const earlier = runs.filter(({ id, createdAt }) => id !== own && (self === undefined || createdAt < self.createdAt));
  const found = findRun(text === latestRun ? earlier : runs, text);
  if (earlier.includes(found)) return found.id;
  throw new AppError('not-earlier', `run ${found.id}, given with --follows, is not older than run ${own}`, {
    hint: 'choose an earlier run; `seb list` shows when each run started',
  });
}
