import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StorePlace, sqlitePlace } from '../../test/support/stores.ts';
import { experimentRegistry } from '../experiments/registry.ts';
import { openStore } from '../store/open.ts';
import { runsToRead } from './choose-runs.ts';
import { selectRuns } from './default-selection.ts';
import { executeRun } from './execute-run.ts';
import { prepareRun } from './prepare/prepare.ts';

let place: StorePlace;
beforeAll(() => {
  place = sqlitePlace();
});
afterAll(() => place.stop());

test.each([
  ['samples', `replace(config, '"samples":2', '"samples":1')`],
  ['a model', `replace(config, 'simulated/ada', 'simulated/bo')`],
])('runsToRead and selectRuns refuse a run of which %s was changed in the store', async (_, changed) => {
  const location = await place.fresh();
  const store = await openStore(location);
  try {
    const options = { model: ['simulated/ada'], experiment: ['restriction'], limit: 4, samples: 2 };
    const prepared = await prepareRun(options, {}, store);
    await executeRun(prepared, { store, stop: new AbortController().signal, onProgress: () => {} });
    expect(await runsToRead(store, [], experimentRegistry())).toHaveLength(1);
    await place.execute(location, `update runs set config = ${changed}`);
    const damaged = { code: 'store-damaged' };
    await expect(runsToRead(store, [], experimentRegistry())).rejects.toMatchObject(damaged);
    for (const choice of [
      { ids: [], all: false },
      { ids: [], all: true },
      { ids: ['latest'], all: false },
    ]) {
      await expect(selectRuns(store, experimentRegistry(), choice)).rejects.toMatchObject(damaged);
    }
  } finally {
    await store.close();
  }
});
