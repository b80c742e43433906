import type { CallKey } from '../domain/call.ts';
import type { RunId } from '../domain/run-config.ts';
import type { Experiments } from '../experiments/registry.ts';
import type { RunRecord, Store } from '../store/store.ts';
import { AppError } from '../util/app-error.ts';
import { chosenRuns } from './choose-runs.ts';
import { runItems } from './stored-run.ts';

/** Removes a run with the answers that no other run uses. AppError `run-busy` while another process executes it. */
export async function removeRun(
  store: Store,
  run: RunRecord,
  experiments: Experiments,
): Promise<Awaited<ReturnType<Store['removeRun']>>> {
  const lease = await store.lease(run.id);
  if (lease === null) {
    throw new AppError('run-busy', `another process is executing run ${run.id}`, {
      hint: 'wait for it or stop it; nothing was removed',
    });
  }
  try {
    return await store.removeRun(run.id, await usedElsewhere(store, run, experiments));
  } finally {
    await lease.release();
  }
}

/** Returns what `removeRun` would do. */
export async function plannedRemoval(
  store: Store,
  run: RunRecord,
  experiments: Experiments,
): Promise<Awaited<ReturnType<Store['plannedRemoval']>>> {
  return await store.plannedRemoval(run.id, await usedElsewhere(store, run, experiments));
}

/** Returns the answers that other runs of the store use, each with the oldest of these runs. */
async function usedElsewhere(
  store: Store,
  { id }: RunRecord,
  experiments: Experiments,
): Promise<ReadonlyMap<CallKey, RunId>> {
  const used = new Map<CallKey, RunId>();
  for (const other of (await chosenRuns(store, [])).filter((each) => each.id !== id)) {
    for await (const { calls } of runItems(store, other, experiments)) {
      for (const { stored } of calls()) {
        if (stored !== null && stored.run === id && !used.has(stored.key)) used.set(stored.key, other.id);
      }
    }
  }
  return used;
}
