import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dialects, downgradeStore, type StorePlace } from '../../../test/support/stores.ts';
import { openStore } from '../open.ts';
import type { Store } from '../store.ts';
import type { StoredStudy } from './stored-study.ts';

const study = (id: string, minute: number): StoredStudy => ({
  id,
  at: `2026-01-01T00:0${minute}:00.000Z`,
  record: { design: { targets: ['ann', 'b\u0000b'] }, minute },
});

describe.each(dialects)('studies in a $dialect store', ({ start }) => {
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

  it('returns studies with the latest first, also after reopening', async () => {
    await store.putStudy(study('a', 1));
    await store.putStudy(study('b', 2));
    expect(await store.studies()).toEqual([study('b', 2), study('a', 1)]);
    await store.close();
    store = await openStore(location);
    expect(await store.studies()).toEqual([study('b', 2), study('a', 1)]);
  });

  it('replaces a study of the same design', async () => {
    await store.putStudy(study('a', 1));
    await store.putStudy(study('a', 3));
    expect(await store.studies()).toEqual([study('a', 3)]);
  });

  it('adds the table to a store of the version before', async () => {
    await store.close();
    await downgradeStore(place, location, 7);
    store = await openStore(location);
    expect(await store.studies()).toEqual([]);
  });
});
