import { beforeEach, describe, expect, test } from 'vitest';
import { someAnswer, someRun, someRunOf } from '../../../test/support/answers.ts';
import { dialects, FreshStore } from '../../../test/support/stores.ts';
import { compactKey } from '../answers/compact-key.ts';
import type { Finished } from '../store.ts';

const other = someRunOf(2).id;

describe.each(dialects)('a finished run in $dialect', ({ start }) => {
  const opened = new FreshStore(start);
  const finished: Finished = { calls: 4, contributingRuns: new Set([someRun.id, other]) };
  beforeEach(async () => {
    await opened.store.openRun(someRun);
    for (const number of [1, 2]) await opened.store.insertAnswer(someAnswer(number));
    await opened.store.insertAnswer(someAnswer(3, { run: other }));
  });

  test('stays finished, whatever is stored after it', async () => {
    expect(await opened.store.finished(someRun.id)).toBeNull();
    await opened.store.finish(someRun.id, finished);
    expect((await opened.store.run(someRun.id))?.status).toBe('finished');
    expect(await opened.store.finished(someRun.id)).toMatchObject(finished);
    await opened.store.insertAnswer(someAnswer(4, { run: other }));
    expect(await opened.store.finished(someRun.id)).toMatchObject(finished);
  });

  test.each([1, 3])('is not finished when answer %i is missing, even if another was added since', async (number) => {
    await opened.store.finish(someRun.id, finished);
    await opened.execute(`delete from seb.answers where key = '${compactKey(someAnswer(number).key)}'`);
    expect(await opened.store.finished(someRun.id)).toBeNull();
    await opened.store.insertAnswer(someAnswer(5, { run: other }));
    expect(await opened.store.finished(someRun.id)).toBeNull();
    await opened.store.insertAnswer(someAnswer(number));
    await opened.store.finish(someRun.id, finished);
    expect(await opened.store.finished(someRun.id)).toMatchObject(finished);
  });

  test('may have zero calls; an unknown run cannot be finished', async () => {
    const nothing: Finished = { calls: 0, contributingRuns: new Set() };
    await opened.store.finish(someRun.id, nothing);
    expect(await opened.store.finished(someRun.id)).toMatchObject(nothing);
    await expect(opened.store.finish(someRunOf(9).id, nothing)).rejects.toThrow('no run');
  });
});
