import { beforeEach, describe, expect, it } from 'vitest';
import { someAnswer, someFailure, someRun } from '../../../test/support/answers.ts';
import { dialects, startedPlace } from '../../../test/support/stores.ts';
import { openStore } from '../open.ts';
import type { Store } from '../store.ts';

describe.each(dialects)('activity of a run in a $dialect store', ({ start }) => {
  const place = startedPlace(start);
  let store: Store;
  let watcher: Store;

  beforeEach(async () => {
    const location = await place.fresh();
    store = await openStore(location);
    watcher = await openStore(location);
    return () => Promise.all([store.close(), watcher.close()]);
  });

  it('counts answers and failures by code, as another connection commits them', async () => {
    const answer = someAnswer(1);
    const run = answer.run;
    expect(await watcher.activity(run)).toEqual({
      answers: 0,
      lastBlock: 0,
      failures: {},
      live: false,
      alone: false,
      workers: 0,
    });
    await store.insertAnswer(answer);
    await store.insertAnswer(someAnswer(2));
    const failure = someFailure(3);
    await store.putFailure({ ...failure, run });
    const seen = await watcher.activity(run);
    expect(seen).toMatchObject({ answers: 2, failures: { [failure.failure.code]: 1 } });
    expect(seen.lastBlock).toBeGreaterThan(0);
  });

  it('is live while a process holds the lease', async () => {
    const { id } = await store.openRun(someRun);
    const lease = await store.lease(id);
    expect((await watcher.activity(id)).live).toBe(true);
    await lease?.release();
    expect((await watcher.activity(id)).live).toBe(false);
  });
});
