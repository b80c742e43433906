import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overviewSchema } from '../../src/view/contract/contract.ts';
import { countsSchema, itemsPageSchema } from '../../src/view/contract/contract-items.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { simulatedRunIn, startViewer, testFolder, type ViewedStore } from '../support/viewer.ts';

describe('seb view on a PostgreSQL store', () => {
  const { folder, remove } = testFolder();
  let postgres: TestPostgres;
  let viewer: ViewedStore;
  let run: string;

  beforeAll(async () => {
    postgres = await startPostgres();
    const store = ['--store', await postgres.database('viewed')];
    const flags = ['--model', 'simulated/a', 'simulated/b', '--experiment', 'restriction', '--limit', '8'];
    run = await simulatedRunIn(folder, [...flags, ...store]);
    viewer = await startViewer(folder, store);
  }, 240_000);
  afterAll(async () => {
    await viewer?.stop();
    await postgres?.stop();
    remove();
  });

  const get = async (path: string) => (await fetch(`${viewer.url}${path}`)).json();

  it('shows the run, its rows and its answers, and keeps the index in the folder', async () => {
    const overview = async () => overviewSchema.parse(await get('api/overview'));
    await expect.poll(async () => (await overview()).runs[0]?.index.kind, { timeout: 90_000 }).toBe('ready');
    expect((await overview()).store).not.toMatch(/:\/\/[^@]*:[^@]*@/); // no password
    const { total, rows } = itemsPageSchema.parse(await get(`api/items?run=${run}`));
    expect(total).toBe(16);
    const counts = countsSchema.parse(await get(`api/counts?run=${run}&search=${encodeURIComponent('"choice"')}`));
    expect(counts.searched).toBe(1);
    expect(Object.values(counts.states).reduce((sum, n) => sum + n, 0)).toBeGreaterThan(0);
    const [row] = rows;
    const { experiment = '', model = '', condition = '', item = '' } = row ?? {};
    const query = new URLSearchParams({ run, experiment, model, condition, item });
    expect(await get(`api/item?${query}`)).toMatchObject({ key: { run, item } });
    expect(existsSync(join(folder, '.seb'))).toBe(true);
  }, 120_000);
});
