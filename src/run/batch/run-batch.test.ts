import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeBatchHost } from '../../../test/support/batch/fake-batch-host.ts';
import { openStore } from '../../store/open.ts';
import type { Store } from '../../store/store.ts';
import { executeRun } from '../execute-run.ts';
import type { RunOptions } from '../options/run-options.ts';
import { prepareRun } from '../prepare/prepare.ts';
import { batchJobs } from './batch-job.ts';
import { advanceBatches, type BatchProgress } from './run-batch.ts';

const root = mkdtempSync(join(tmpdir(), 'seb-batches-'));
afterAll(() => rmSync(root, { recursive: true }));
let number = 0;
let host: FakeBatchHost;
let store: Store;

beforeEach(async () => {
  number += 1;
  host = await FakeBatchHost.start();
  store = await openStore(join(root, `${number}.sqlite`));
  return async () => {
    await store.close();
    await host.server.close();
  };
});

async function prepare(more: Partial<RunOptions>) {
  const base = { model: ['openai-compatible/x'], baseUrl: host.baseUrl, experiment: ['association'], limit: 6 };
  return await prepareRun({ ...base, ...more }, {}, store);
}

/** Makes passes until no batch is open; returns the last one and the number of jobs that were submitted. */
async function passes(prepared: Awaited<ReturnType<typeof prepare>>): Promise<BatchProgress & { jobs: number }> {
  const pace = { retries: 2, pauseFactor: 0.001, maxRequests: null, searchAgainMs: 1 };
  let jobs = 0;
  for (let pass = 0; pass < 30; pass += 1) {
    const stop = new AbortController().signal;
    const progress = await advanceBatches(prepared, { store, stop, resubmit: false, note: () => {}, pace });
    jobs += progress.submitted.length;
    if (progress.open.length === 0) return { ...progress, jobs };
  }
  throw new Error('a batch stays open');
}

describe('advanceBatches', () => {
  it('submits one job, stores its answers and finishes the run without a single call', async () => {
    const prepared = await prepare({});
    expect(await passes(prepared)).toMatchObject({ status: 'finished', answered: 12, failed: 0, left: 0, jobs: 1 });
    expect((await executeRun(prepared, { store })).status).toBe('finished');
    expect(host.singleCalls).toBe(0);
  });

  it('lets no call be sent one by one while a batch is open', async () => {
    const prepared = await prepare({});
    const stop = new AbortController().signal;
    await advanceBatches(prepared, { store, stop, resubmit: false, note: () => {} });
    await expect(executeRun(prepared, { store })).rejects.toMatchObject({ code: 'batch-open' });
    expect(host.singleCalls).toBe(0);
  });

  it('submits nothing beyond the budget, and continues with a higher one', async () => {
    const prices = join(root, 'prices.json');
    const cost = { input: 1000, output: 1000 };
    writeFileSync(prices, JSON.stringify({ 'openai-compatible': { models: { x: { cost } } } }));
    const money = { prices, maxOutputTokens: 1000 };
    const stop = new AbortController().signal;
    const prepared = await prepare({ ...money, budget: 5 });
    const first = await advanceBatches(prepared, { store, stop, resubmit: false, note: () => {} });
    expect(first).toMatchObject({ status: 'paused', left: expect.any(Number) });
    expect(first.left).toBeGreaterThan(0);
    const reserved = first.open.reduce((sum, { intended }) => sum + intended.dollars, 0);
    expect(reserved).toBeGreaterThan(0);
    expect(reserved).toBeLessThanOrEqual(5);
    // The answers cost less than their maximum, so that the rest fits.
    expect(await passes(prepared)).toMatchObject({ status: 'finished', left: 0 });
    expect((await store.spent(prepared.id)).dollars).toBeLessThanOrEqual(5);
    expect(await passes(await prepare({ ...money, budget: 0.01, repeatAs: 'again' }))).toMatchObject({
      status: 'paused',
      jobs: 0,
      left: 12,
    });
  });

  it('sends expired calls again in the next wave, and keeps the partial results', async () => {
    let isFirst = true;
    host.onEnd = ({ end }) => {
      if (!isFirst || end === null) return end ?? undefined;
      isFirst = false;
      return { ...end, word: 'expired', output: host.part(end.output, 8) };
    };
    expect(await passes(await prepare({}))).toMatchObject({ status: 'finished', answered: 12, jobs: 2 });
    const words = (await batchJobs(store, null)).map(({ state }) => state);
    expect(words).toMatchObject([
      { word: 'expired', stored: 8, missing: 4 },
      { word: 'completed', stored: 4 },
    ]);
  });

  it('sends the calls again, and counts the batch as possibly charged, when its files were deleted', async () => {
    const prices = join(root, 'deleted-prices.json');
    const cost = { input: 1, output: 1 };
    writeFileSync(prices, JSON.stringify({ 'openai-compatible': { models: { x: { cost } } } }));
    let isFirst = true;
    host.onEnd = ({ end }) => {
      if (!isFirst || end === null) return end ?? undefined;
      isFirst = false;
      return { ...end, output: 'deleted-file' };
    };
    const prepared = await prepare({ prices, maxOutputTokens: 50 });
    expect(await passes(prepared)).toMatchObject({ status: 'finished', answered: 12, jobs: 2 });
    const jobs = await batchJobs(store, null);
    expect(jobs.map(({ state }) => state)).toMatchObject([
      { word: 'completed, files deleted', stored: 0, missing: 12 },
      { word: 'completed', stored: 12 },
    ]);
    expect(jobs[0]?.intended.dollars).toBeGreaterThan(0);
    expect(await store.possibleCharges(prepared.id)).toBeCloseTo(jobs[0]?.intended.dollars ?? 0, 12);
  });

  it('sends batches to Azure with its key in its own header', async () => {
    vi.stubEnv('AZURE_API_KEY', 'azure-key');
    vi.stubEnv('AZURE_RESOURCE_NAME', 'resource');
    expect(await passes(await prepare({ model: ['azure/deployment'] }))).toMatchObject({ status: 'finished', jobs: 1 });
    vi.unstubAllEnvs();
    const requests = host.server.received.filter(({ path }) => /files|batches/.test(path));
    expect(requests.length).toBeGreaterThan(3);
    for (const { headers } of requests)
      expect([headers['api-key'], headers.authorization]).toEqual(['azure-key', undefined]);
    expect(host.singleCalls).toBe(0);
  });

  it('takes two waves where a judge needs the answers first', async () => {
    const judged = await passes(
      await prepare({ experiment: ['restriction'], judge: 'openai-compatible/judge', limit: 2 }),
    );
    expect(judged.status).toBe('finished');
    expect(judged.jobs).toBe(2);
    expect(host.singleCalls).toBe(0);
  });
});
