import type { RunRecord } from '../store/store.ts';
import { AppError } from '../util/app-error.ts';

/** The run of an id, or of the beginning of one where no other run begins so. AppError where there is none, or several. */
export function runOf(runs: readonly RunRecord[], id: string): RunRecord {
  const matching = runs.filter((run) => run.id.startsWith(id));
  const [only] = matching;
  if (only !== undefined && matching.length === 1) return only;
  throw new AppError(
    'unknown-run',
    matching.length === 0 ? `the store has no run ${id}` : `${matching.length} runs begin with "${id}"`,
    { hint: '`seb list` shows the runs of a store; another store is named with --store' },
  );
}
