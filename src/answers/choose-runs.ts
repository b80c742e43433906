import { z } from 'zod';
import type { Experiments } from '../experiments/registry.ts';
import type { RunRecord, Store } from '../store/store.ts';
import { checkArguments, openStoreShape } from '../util/check-arguments.ts';
import { noRuns, runsOfChoice } from './default-selection.ts';
import { findRun } from './prepare/find-run.ts';
import { refuseOtherVersion } from './prepare/refuse-other-version.ts';

const choiceArguments = z.object({ store: openStoreShape, ids: z.array(z.string()) });

/**
 * Finds runs by id, unambiguous prefix of an id, name, or `latest`, each once. Without ids: all runs of the store,
 * oldest first. AppError for an id that matches no run or several runs.
 */
export async function chosenRuns(store: Store, ids: readonly string[]): Promise<readonly RunRecord[]> {
  checkArguments('chosenRuns', choiceArguments, { store, ids });
  const all = (await store.runs()).toReversed();
  return ids.length === 0 ? all : [...new Set(ids.map((id) => findRun(all, id)))];
}

/**
 * Finds runs as `chosenRuns` does, to be read with these experiments; `latest` is the newest run with answers. AppError
 * when no run is found, or when a run was made with another version of an experiment.
 */
export async function runsToRead(
  store: Store,
  ids: readonly string[],
  experiments: Experiments,
): Promise<readonly RunRecord[]> {
  const runs = await runsOfChoice(store, { ids, all: true });
  if (runs.length === 0) throw await noRuns(store);
  for (const run of runs) {
    refuseOtherVersion(run, experiments);
  }
  return runs;
}
