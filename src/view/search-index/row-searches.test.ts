import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { indexMadeRows } from '../../../test/support/view-index.ts';
import { openIndexFile } from './item-index.ts';
import { ItemRows } from './item-rows.ts';

const patient = { signal: new AbortController().signal, maxMs: 20_000, withinMs: Number.POSITIVE_INFINITY };

describe('a search for rows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'seb-search-'));
  const file = join(folder, 'index.sqlite');
  let [database, other]: DatabaseSync[] = [];
  let rows: ItemRows;
  /** Reference without stepwise search. */
  let expected: ItemRows;

  beforeAll(() => {
    other = openIndexFile(file);
    for (const run of ['one', 'two']) indexMadeRows(other, run);
    expected = new ItemRows(other);
  });
  beforeEach(() => {
    database = openIndexFile(file);
    rows = new ItemRows(database);
  });
  afterEach(() => database?.close());
  afterAll(() => {
    other?.close();
    rmSync(folder, { recursive: true });
  });

  it('runs in steps with other work in between', async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      waiting = setImmediate(count);
    };
    let waiting = setImmediate(count);
    await rows.find({ search: '/refuse/' }, patient);
    clearImmediate(waiting);
    expect(turns).toBeGreaterThanOrEqual(3);
    expect(rows.counts({ search: '/refuse/' })).toEqual(expected.counts({ search: '/refuse/' }));
  });

  it.each(['/(/', '/(){99999999999999}/'])(
    'refuses an invalid pattern and continues with the next search: %s',
    async (search) => {
      await expect(rows.find({ search }, patient)).rejects.toMatchObject({ code: 'bad-pattern' });
      expect(() => rows.counts({ search })).toThrow(/invalid search pattern/);
      expect(rows.counts({ search: 'of' })).toEqual(expected.counts({ search: 'of' }));
    },
  );

  it('returns the rows of the first items at its time limit', async () => {
    const filter = { run: 'one', search: 'of' };
    await Promise.all([rows.find(filter, { ...patient, maxMs: -1 }), rows.find(filter, patient)]);
    const { searched, states } = rows.counts(filter);
    expect(searched).toBeGreaterThanOrEqual(0);
    expect(searched).toBeLessThan(1);
    const all = Object.values(states).reduce((sum, n) => sum + n, 0);
    expect(rows.page({ ...filter, offset: 0, limit: 1 }).total).toBe(all);
    expect(all).toBeLessThan(2 * 3 * 60 * 3);
    expect(rows.counts({ run: 'one' }).searched).toBe(1);
  });

  it('is left after a slice with the rows found so far, and continued by the next call', async () => {
    const filter = { search: '/of/' };
    const slice = { ...patient, withinMs: -1 };
    await rows.find(filter, slice);
    const first = rows.counts(filter);
    expect(first).toMatchObject({ isSearching: true });
    expect(first.searched).toBeLessThan(1);
    expect(rows.page({ ...filter, offset: 0, limit: 1 }).isSearching).toBe(true);
    await rows.find(filter, patient);
    expect(rows.counts(filter)).toEqual(expected.counts(filter));
    expect(rows.counts(filter).isSearching).toBe(false);
  });

  it('in slices stops at the time limit of all slices together', async () => {
    const filter = { search: '/o.f?/' };
    await rows.find(filter, { ...patient, maxMs: 0, withinMs: -1 });
    while (rows.counts(filter).isSearching) await rows.find(filter, { ...patient, maxMs: 0, withinMs: -1 });
    expect(rows.counts(filter).searched).toBeLessThan(1);
  });

  it('begins again when the rows change', async () => {
    const filter = { search: '2"' };
    const found = rows.find(filter, patient);
    rows.refresh();
    await found;
    expect(rows.counts(filter)).toEqual(expected.counts(filter));
    rows.refresh();
    expect(rows.counts(filter)).toEqual(expected.counts(filter));
  });

  it('ends when the client has left', async () => {
    const gone = { signal: AbortSignal.abort(), maxMs: 20_000, withinMs: Number.POSITIVE_INFINITY };
    await expect(rows.find({ search: 'of' }, gone)).rejects.toMatchObject({ code: 'request-closed' });
  });

  it('is correct for more searches than are cached', async () => {
    const searches = Array.from({ length: 12 }, (_, index) => ({ search: `item-${index}` }));
    await Promise.all(searches.map((filter) => rows.find(filter, patient)));
    for (const filter of [...searches, ...searches]) expect(rows.counts(filter)).toEqual(expected.counts(filter));
  });
});
