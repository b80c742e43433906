import { describe, expect, test } from 'vitest';
import { someRun } from '../../../test/support/answers.ts';
import { dialects, downgradeStore, startedPlace } from '../../../test/support/stores.ts';
import type { EndpointRecord } from '../../domain/endpoint-record.ts';
import { defaultSettings } from '../../domain/run-config.ts';
import { openStore } from '../open.ts';

const record: EndpointRecord = {
  endpoint: 'http://127.0.0.1:9000/v1',
  startedAt: '2026-11-21T10:00:00.000Z',
  mode: 'adaptive',
  ceiling: 64,
  mostInFlight: 20,
  attempts: 100,
  refused: 3,
  strained: 1,
  pausedMs: 1500,
  history: [
    { atMs: 0, limit: 16, why: 'start' },
    { atMs: 900, limit: 0.25, why: 'refused' },
  ],
};

describe.each(dialects)('endpoint records in $dialect', ({ start }) => {
  const place = startedPlace(start);

  test('are returned with the run by execution, in their latest version', async () => {
    const store = await openStore(await place.fresh());
    expect((await store.openRun(someRun)).endpoints).toEqual([]);
    const later = { ...record, startedAt: '2026-11-22T10:00:00.000Z' };
    await store.putEndpoint(someRun.id, later);
    await store.putEndpoint(someRun.id, { ...record, attempts: 1 });
    await store.putEndpoint(someRun.id, record);
    expect((await store.run(someRun.id))?.endpoints).toEqual([record, later]);
    expect((await store.runs()).map(({ endpoints }) => endpoints)).toEqual([[record, later]]);
    await store.close();
  });

  test('are added to a store of the first version, whose runs stay readable', async () => {
    const location = await place.fresh();
    const before = await openStore(location);
    await before.openRun(someRun);
    await before.close();
    const { concurrencyMode: _, ...settings } = defaultSettings; // as the first version wrote settings
    const provenance = JSON.stringify({ ...someRun.provenance, settings });
    await place.execute(location, `update seb.runs set provenance = '${provenance}'`);
    await downgradeStore(place, location, 1);
    const store = await openStore(location);
    const run = await store.run(someRun.id);
    expect(run).toMatchObject({ config: someRun.config, endpoints: [] });
    expect(run?.provenance.settings).toEqual(defaultSettings);
    await store.putEndpoint(someRun.id, record);
    await store.close();
  });
});
