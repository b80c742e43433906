import { describe, expect, it } from 'vitest';
import { dialects, downgradeStore, FreshStore } from '../../../test/support/stores.ts';
import type { StoredStudy } from '../stored-study.ts';

const study = (id: string, minute: number): StoredStudy => ({
  id,
  at: `2026-01-01T00:0${minute}:00.000Z`,
  record: { design: { targets: ['ann', 'b\u0000b'] }, minute },
});

describe.each(dialects)('studies in a $dialect store', ({ start }) => {
  const opened = new FreshStore(start);

  it('returns studies with the latest first, also after reopening', async () => {
    await opened.store.putStudy(study('a', 1));
    await opened.store.putStudy(study('b', 2));
    expect(await opened.store.studies()).toEqual([study('b', 2), study('a', 1)]);
    await opened.reopen();
    expect(await opened.store.studies()).toEqual([study('b', 2), study('a', 1)]);
  });

  it('replaces a study of the same design', async () => {
    await opened.store.putStudy(study('a', 1));
    await opened.store.putStudy(study('a', 3));
    expect(await opened.store.studies()).toEqual([study('a', 3)]);
  });

  it('adds the table to a store of the version before', async () => {
    await opened.reopen(() => downgradeStore(opened.place, opened.location, 7));
    expect(await opened.store.studies()).toEqual([]);
  });
});
