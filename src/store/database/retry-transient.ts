import { exponentialPause, retryRejected } from '../../util/retry.ts';
import type { Database } from './database.ts';

/** Number of retries, with pauses of 0.1, 0.2, ... s, 6 s in total. */
const maxRetries = 6;
const firstPauseMs = 100;

/**
 * Retries an action while another process locks the database or its server is unreachable. The action must be
 * idempotent.
 */
export function retryTransient<Result>(database: Database, action: () => Promise<Result>): Promise<Result> {
  return retryRejected(action, (error, attempts) =>
    attempts > maxRetries || !database.isPassing(error)
      ? null
      : exponentialPause(attempts - 1, { firstMs: firstPauseMs }),
  );
}
