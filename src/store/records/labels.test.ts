import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dialects, downgradeStore, type StorePlace } from '../../../test/support/stores.ts';
import { openStore } from '../open.ts';
import type { Store } from '../store.ts';
import type { StoredLabel } from './labels.ts';

const label = (number: number): StoredLabel => ({
  at: `2026-01-01T00:00:0${number % 10}.000Z`,
  by: number % 2 === 0 ? 'ann' : 'bea',
  answer: `key-${number}`,
  rubric: 'three-way',
  value: number === 3 ? null : 'refusal',
  note: number === 1 ? 'a “note”,\nwith a line end and \u202e' : '',
});

describe.each(dialects)('labels in a $dialect store', ({ start }) => {
  let place: StorePlace;
  let store: Store;
  let location: string;

  beforeAll(async () => {
    place = await start();
  });
  afterAll(() => place.stop());
  beforeEach(async () => {
    location = await place.fresh();
    store = await openStore(location);
    return () => store.close();
  });

  it('returns labels in the order in which they were given, also after reopening', async () => {
    const labels = Array.from({ length: 450 }, (_, number) => label(number));
    await store.addLabels(labels.slice(0, 449));
    await store.addLabels(labels.slice(449));
    expect(await store.labels()).toEqual(labels);
    await store.close();
    store = await openStore(location);
    expect(await store.labels()).toEqual(labels);
  });

  it('refuses to read a label with a value outside its rubric', async () => {
    await store.addLabels([label(1), label(2)]);
    await place.execute(location, "update seb.labels set value = 'zzz' where answer = 'key-2'");
    await expect(store.labels()).rejects.toMatchObject({
      code: 'store-damaged',
      message: expect.stringContaining('zzz'),
    });
  });

  it('keeps both labels when a person changes an answer', async () => {
    await store.addLabels([label(2)]);
    await store.addLabels([{ ...label(2), value: 'compliance' }]);
    expect((await store.labels()).map(({ value }) => value)).toEqual(['refusal', 'compliance']);
  });

  it('keeps none of several labels when one cannot be stored', async () => {
    await expect(store.addLabels([label(1), { ...label(2), note: 'nul \0' }])).rejects.toMatchObject({
      code: 'bad-label',
    });
    expect(await store.labels()).toEqual([]);
  });

  it('adds the table to a store of the version before', async () => {
    await store.addLabels([label(1)]);
    await store.close();
    await downgradeStore(place, location, 6);
    store = await openStore(location);
    expect(await store.labels()).toEqual([]);
    await store.addLabels([label(1)]);
    expect(await store.labels()).toEqual([label(1)]);
  });
});
