import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { someAnswer } from '../../../test/support/answers.ts';
import { sqlitePlace } from '../../../test/support/stores.ts';
import { openStore } from '../open.ts';

/** Returns the distinct nice values of this process's threads. */
function prioritiesOfThreads(): ReadonlySet<number> {
  const nice = 18; // index in /proc/PID/task/TID/stat, counted from the state after the name
  const stats = readdirSync('/proc/self/task').map((id) => readFileSync(`/proc/self/task/${id}/stat`, 'utf8'));
  return new Set(stats.map((stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[nice - 2])));
}

test.runIf(process.platform === 'linux')('lowers the priority of the writer thread only', async () => {
  const own = getPriority();
  const before = prioritiesOfThreads();
  const place = sqlitePlace();
  const store = await openStore(await place.fresh());
  try {
    await store.insertAnswer(someAnswer(1));
    const given = Math.min(own + 5, constants.priority.PRIORITY_LOW);
    expect(prioritiesOfThreads()).toEqual(new Set([...before, given]));
    expect(getPriority()).toBe(own);
  } finally {
    await store.close();
    await place.stop();
  }
});
