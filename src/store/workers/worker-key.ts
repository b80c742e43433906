import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import type { RunId } from '../../domain/run-config.ts';
import type { Tables } from '../database/tables.ts';

/** Key of the lease of one worker of a run. */
export type WorkerKey = `${RunId}/${string}`;

/** Returns the key of a new worker's lease. */
export function workerKey(run: RunId): WorkerKey {
  return `${run}/${randomUUID()}`;
}

/** Returns the run of a lease's key, which is the key itself unless a worker has it. */
export function runOfWorker(key: string): string {
  return key.split('/')[0] ?? key;
}

type LeaseCondition = ExpressionBuilder<Tables, 'leases'>;

/** Selects the leases of a run's workers. */
export function workersOf(run: RunId) {
  return (eb: LeaseCondition) => eb('leases.run', 'like', `${run}/%`);
}

/** Selects the lease of a run and those of its workers. */
export function ofRun(run: RunId) {
  return (eb: LeaseCondition) => eb.or([eb('leases.run', '=', run), eb('leases.run', 'like', `${run}/%`)]);
}
