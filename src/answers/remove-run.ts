import type { CallKey } from '../domain/call.ts';
import type { RunId } from '../domain/run-config.ts';
import type { Experiments } from '../experiments/registry.ts';
import type { Belongings, Removal, RunRecord, Store } from '../store/store.ts';
import { AppError } from '../util/app-error.ts';
import { chosenRuns } from './choose-runs.ts';
import { batchJobs } from './jobs/batch-job.ts';
import { type JobOut, jobsOut } from './jobs/calls-out.ts';
import { runItems } from './stored-run.ts';

/** Effect of removing a run. `out`: its batches and request files with calls that are out, whose answers then belong to no run. */
interface RunRemoval extends Removal {
  readonly out: readonly JobOut[];
}

/**
 * Removes a run with its jobs and the answers that no other run uses. AppError `run-busy` while another process executes it.
 */
export async function removeRun(store: Store, run: RunRecord, experiments: Experiments): Promise<RunRemoval> {
  const lease = await store.lease(run.id);
  if (lease === null) {
    throw new AppError('run-busy', `another process is executing run ${run.id}`, {
      hint: 'wait for it or stop it; nothing was removed',
    });
  }
  try {
    const out = await jobsOut(store, run.id);
    return { ...(await store.removeRun(run.id, await belongingsOf(store, run, experiments))), out };
  } finally {
    await lease.release();
  }
}

/** Returns what `removeRun` would do. */
export async function plannedRemoval(store: Store, run: RunRecord, experiments: Experiments): Promise<RunRemoval> {
  const out = await jobsOut(store, run.id);
  return { ...(await store.plannedRemoval(run.id, await belongingsOf(store, run, experiments))), out };
}

async function belongingsOf(store: Store, run: RunRecord, experiments: Experiments): Promise<Belongings> {
  const jobs = (await batchJobs(store, run.id)).map(({ key }) => key);
  return { used: await usedElsewhere(store, run, experiments), jobs };
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
