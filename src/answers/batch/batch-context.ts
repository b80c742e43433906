import type { BatchPort } from '../../models/batch-port.ts';
import type { HostResult } from '../../models/failures/host-result.ts';
import { retryFree } from '../../models/failures/retry-rules.ts';
import type { OpenModel } from '../../models/open-model.ts';
import type { Lease, Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { pause } from '../../util/waiting.ts';
import type { PreparedRun } from '../prepare/prepared-run.ts';

/** Pauses and limits, replaceable in tests. */
export interface BatchPace {
  /** Maximum retries of a request that cannot cause a charge. */
  readonly retries: number;
  /** Factor on every pause. */
  readonly pauseFactor: number;
  /** Maximum calls in a job, where the host allows more; null: as many as it allows. */
  readonly maxRequests: number | null;
  /** Milliseconds between two searches for a job after a request without a reply. */
  readonly searchAgainMs: number;
}

export const usualPace: BatchPace = { retries: 4, pauseFactor: 1, maxRequests: null, searchAgainMs: 30_000 };

/** Everything that operations on the jobs of a run need. The process holds the lease on the run. */
export interface BatchContext {
  readonly prepared: PreparedRun;
  readonly store: Store;
  readonly lease: Lease;
  readonly pace: BatchPace;
  /** Aborted by the user, or when the lease is lost: no pause goes on. */
  readonly stop: AbortSignal;
  /** Whether a job without a reply that the host does not show is given up, so that its calls are sent again. */
  readonly resubmit: boolean;
  /** Receives one line about progress or a warning. */
  readonly note: (line: string) => void;
  /** Ports by identity of the model, opened on first use. */
  readonly ports: ReadonlyMap<string, () => Promise<BatchPort>>;
}

export async function portOf({ ports, prepared }: BatchContext, identity: string): Promise<BatchPort> {
  const open = ports.get(identity);
  if (open !== undefined) return await open();
  const name = prepared.models.get(identity)?.model.name ?? identity;
  throw noBatch(name);
}

export function noBatch(name: string): AppError {
  return new AppError('no-batch', `batches of ${name} are not supported`, {
    hint: 'run it without --batch; docs/batch.md lists the providers',
  });
}

export function modelOf({ prepared }: Pick<BatchContext, 'prepared'>, identity: string): OpenModel {
  const found = prepared.models.get(identity);
  if (found === undefined) throw new Error(`${identity} was not opened`);
  return found;
}

/** Stops when the user does, or when another process may have the run. `next`: what the user does then. */
export function throwIfEnded(
  { stop, lease }: Pick<BatchContext, 'stop' | 'lease'>,
  next = 'jobs at the host continue; `seb collect` fetches their answers',
): void {
  if (!stop.aborted) return;
  if (lease.lost.aborted) {
    throw new AppError(
      'run-taken',
      'lost the lease on the run: this process was suspended, or the store was unreachable',
      { hint: next },
    );
  }
  throw new AppError('batch-stopped', 'stopped', { hint: next });
}

/** Repeats a free request while its failure is retryable. */
export async function repeated<Value>(
  context: BatchContext,
  send: () => Promise<HostResult<Value>>,
): Promise<HostResult<Value>> {
  const { pace, note, stop } = context;
  const { retries, pauseFactor } = pace;
  const sendUnlessEnded = () => {
    throwIfEnded(context);
    return send();
  };
  return await retryFree(sendUnlessEnded, { retries, pauseFactor, stop, note, wait: (ms) => pause(ms, stop) });
}
