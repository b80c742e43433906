import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { someAnswer, someRun, someRunOf } from '../../test/support/answers.ts';
import { dialects, type StorePlace } from '../../test/support/stores.ts';
import { compactKey } from './answers/compact-key.ts';
import { openStore } from './open.ts';
import type { Finished, Store } from './store.ts';

const other = someRunOf(2).id;

describe.each(dialects)('a finished run in $dialect', ({ start }) => {
  let place: StorePlace;
  let location: string;
  let store: Store;
  const finished: Finished = { calls: 4, contributingRuns: new Set([someRun.id, other]) };
  beforeAll(async () => {
    place = await start();
  });
  afterAll(() => place.stop());
  beforeEach(async () => {
    location = await place.fresh();
    store = await openStore(location);
    await store.openRun(someRun);
    for (const number of [1, 2]) await store.insertAnswer(someAnswer(number));
    await store.insertAnswer(someAnswer(3, { run: other }));
    return () => store.close();
  });

  test('stays finished, whatever is stored after it', async () => {
    expect(await store.finished(someRun.id)).toBeNull();
    await store.finish(someRun.id, finished);
    expect((await store.run(someRun.id))?.status).toBe('finished');
    expect(await store.finished(someRun.id)).toEqual(finished);
    await store.insertAnswer(someAnswer(4, { run: other }));
    expect(await store.finished(someRun.id)).toEqual(finished);
  });

  test.each([1, 3])('is not finished when answer %i is missing, even if another was added since', async (number) => {
    await store.finish(someRun.id, finished);
    await place.execute(location, `delete from seb.answers where key = '${compactKey(someAnswer(number).key)}'`);
    expect(await store.finished(someRun.id)).toBeNull();
    await store.insertAnswer(someAnswer(5, { run: other }));
    expect(await store.finished(someRun.id)).toBeNull();
    await store.insertAnswer(someAnswer(number));
    await store.finish(someRun.id, finished);
    expect(await store.finished(someRun.id)).toEqual(finished);
  });

  test('may have zero calls; an unknown run cannot be finished', async () => {
    const nothing: Finished = { calls: 0, contributingRuns: new Set() };
    await store.finish(someRun.id, nothing);
    expect(await store.finished(someRun.id)).toEqual(nothing);
    await expect(store.finish(someRunOf(9).id, nothing)).rejects.toThrow('no run');
  });
});
