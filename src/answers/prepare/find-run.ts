import type { RunRecord } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';

/** Selects the newest run of a store. */
export const latestRun = 'latest';

/**
 * Returns the run with an id, an unambiguous prefix of one, or a name, its own or that of its repetition
 * (`--repeat-as`); for `latest`, the newest run. AppError if no run or several runs match.
 */
export function findRun(runs: readonly RunRecord[], id: string): RunRecord {
  const [newest] = runs.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  if (id === latestRun && newest !== undefined) return newest;
  const own = runs.filter(({ provenance }) => provenance?.name === id);
  const named = own.length > 0 ? own : runs.filter(({ config }) => config.repeatAs === id);
  const matching = named.length > 0 ? named : runs.filter((run) => run.id.startsWith(id));
  const [only] = matching;
  if (only !== undefined && matching.length === 1) return only;
  const how = named.length > 0 ? 'are named' : 'begin with';
  throw new AppError(
    'unknown-run',
    matching.length === 0 ? `the store has no run ${id}` : `${matching.length} runs ${how} "${id}"`,
    {
      hint: '`seb list` shows ids and names; the beginning of an id is enough, and `latest` is the newest run; --store selects a different store',
    },
  );
}
