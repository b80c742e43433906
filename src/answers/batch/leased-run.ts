import { compactKey } from '../../store/answers/compact-key.ts';
import type { RunStatus, Store } from '../../store/store.ts';
import type { BatchJob } from '../jobs/batch-job.ts';
import { leaseAlone } from '../prepare/lease-alone.ts';
import { openInStore } from '../prepare/open-in-store.ts';
import type { PreparedRun } from '../prepare/prepared-run.ts';
import type { BatchContext } from './batch-context.ts';
import type { PlacedCall, Walk } from './open-calls.ts';

/** A run that is in the store, and on which this process holds the lease. */
export type LeasedRun = Pick<BatchContext, 'prepared' | 'store' | 'lease' | 'stop'>;

/** Creates a run in the store, or finds it there, and works on it while no other process does. */
export async function withLeasedRun<Result>(
  prepared: PreparedRun,
  { store, stop }: { readonly store: Store; readonly stop: AbortSignal },
  work: (leased: LeasedRun) => Promise<Result>,
): Promise<Result> {
  const { provenance } = await openInStore(prepared, store);
  const lease = await leaseAlone(store, prepared.id);
  try {
    await store.begin(prepared.id, prepared.settings);
    const ends = AbortSignal.any([stop, lease.lost]);
    return await work({ prepared: { ...prepared, provenance }, store, lease, stop: ends });
  } finally {
    await lease.release();
  }
}

export function newWalk(): Walk {
  return { answered: 0, payers: new Set() };
}

/** Stores the status of a run after a pass over its jobs, and returns it. `isEnded`: no call is in a job or waits for one. */
export async function endPass(
  { store, prepared }: Pick<LeasedRun, 'store' | 'prepared'>,
  { walk, failed, isEnded }: { readonly walk: Walk; readonly failed: number; readonly isEnded: boolean },
): Promise<RunStatus> {
  const status: RunStatus = !isEnded ? 'paused' : failed > 0 ? 'incomplete' : 'finished';
  if (status === 'finished') await store.finish(prepared.id, { calls: walk.answered, contributingRuns: walk.payers });
  else await store.setStatus(prepared.id, status);
  return status;
}

/** Jobs in which a call may be before it counts as failed. */
const maxTries = 4;

type Tries = ReadonlyMap<string, number>;

/** Returns in how many ended jobs a call was, by its id. */
export function triesOf(jobs: readonly BatchJob[]): Tries {
  const tries = new Map<string, number>();
  for (const { intended, state } of jobs)
    if (state.kind === 'collected') for (const id of intended.calls) tries.set(id, (tries.get(id) ?? 0) + 1);
  return tries;
}

/**
 * Returns whether an execution is done with a call without an answer: sending it again cannot fix its failure, or it was in
 * too many jobs. A user who starts another execution has it sent again.
 */
export function isGivenUp({ key, failure }: Pick<PlacedCall, 'key' | 'failure'>, tries: Tries): boolean {
  return failure?.retryable === false || (tries.get(compactKey(key)) ?? 0) >= maxTries;
}
