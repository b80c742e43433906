import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';

/** Pauses of 0.1, 0.2, ... s, 6 s in all. */
const repeats = 6;
const firstPauseMs = 100;

/** Repeats an action, which must be the same when done twice, while another process is in the way or the server away. */
export async function withRetry<Result>(database: Database, action: () => Promise<Result>): Promise<Result> {
  for (let repeat = 0; ; repeat += 1) {
    try {
      return await action();
    } catch (error) {
      if (repeat === repeats || !database.isPassing(error)) throw error;
      await sleep(firstPauseMs * 2 ** repeat);
    }
  }
}
