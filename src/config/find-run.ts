import type { RunRecord } from '../store/store.ts';
import { AppError } from '../util/app-error.ts';

/** Stands for the newest run of a store. */
export const latestRun = 'latest';

/**
 * Returns the run of an id, of the unambiguous beginning of one, or of a name; for `latest`, the newest run. AppError
 * where there is none, or several.
 */
export function findRun(runs: readonly RunRecord[], id: string): RunRecord {
  const [newest] = runs.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  if (id === latestRun && newest !== undefined) return newest;
  const named = runs.filter(({ provenance }) => provenance?.name === id);
  const matching = named.length > 0 ? named : runs.filter((run) => run.id.startsWith(id));
  const [only] = matching;
  if (only !== undefined && matching.length === 1) return only;
  const how = named.length > 0 ? 'are named' : 'begin with';
  throw new AppError(
    'unknown-run',
    matching.length === 0 ? `the store has no run ${id}` : `${matching.length} runs ${how} "${id}"`,
    {
      hint: '`seb list` shows ids and names; the beginning of an id is enough, and `latest` is the newest run; another store is given with --store',
    },
  );
}
