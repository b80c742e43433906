import { exponentialPause, retryRejected } from '../util/retry.ts';
import type { Database } from './database.ts';

/** Pauses of 0.1, 0.2, ... s, 6 s in all. */
const maxRetries = 6;
const firstPauseMs = 100;

/** Repeats an action while another process holds the database or its server is away. It must be repeatable. */
export function retryTransient<Result>(database: Database, action: () => Promise<Result>): Promise<Result> {
  return retryRejected(action, (error, attempts) =>
    attempts > maxRetries || !database.isPassing(error)
      ? null
      : exponentialPause(attempts - 1, { firstMs: firstPauseMs }),
  );
}
