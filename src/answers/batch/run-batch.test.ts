import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeBatchHost } from '../../../test/support/batch/fake-batch-host.ts';
import { suspendedAtSubmission } from '../../../test/support/changed-store.ts';
import type { CallKey } from '../../domain/call.ts';
import { openStore } from '../../store/open.ts';
import type { Store } from '../../store/store.ts';
import { executeRun } from '../execute-run.ts';
import { batchJobs } from '../jobs/batch-job.ts';
import type { RunOptions } from '../options/run-options.ts';
import { itemTasks } from '../plan/item-task.ts';
import { openInStore } from '../prepare/open-in-store.ts';
import { prepareRun } from '../prepare/prepare.ts';
import { newWalk } from './leased-run.ts';
import { openCalls } from './open-calls.ts';
import { withdrawRequests, writeRequests } from './request-files.ts';
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
async function passes(
  prepared: Awaited<ReturnType<typeof prepare>>,
  notes: string[] = [],
): Promise<BatchProgress & { jobs: number }> {
  const pace = { retries: 2, pauseFactor: 0.001, maxRequests: null, searchAgainMs: 1 };
  let jobs = 0;
  for (let pass = 0; pass < 30; pass += 1) {
    const stop = new AbortController().signal;
    const progress = await advanceBatches(prepared, {
      store,
      stop,
      resubmit: false,
      isStart: false,
      note: (line) => notes.push(line),
      pace,
    });
    jobs += progress.submitted.length;
    if (progress.open.length === 0) return { ...progress, jobs };
  }
  throw new Error('a batch stays open');
}

/** Returns the keys of the calls of a run that have no answer. */
async function keysOf({ config, experiments, datasets }: Awaited<ReturnType<typeof prepare>>) {
  const tasks = itemTasks(config, experiments, datasets);
  const keys: CallKey[] = [];
  for await (const { key } of openCalls(tasks, { store, walk: newWalk() })) keys.push(key);
  return keys;
}

describe('advanceBatches', () => {
  it('submits one job, stores its answers and finishes the run without a single call', async () => {
    const prepared = await prepare({});
    expect(await passes(prepared)).toMatchObject({ status: 'finished', answered: 12, failed: 0, left: 0, jobs: 1 });
    expect((await executeRun(prepared, { store })).status).toBe('finished');
    expect(host.singleCalls).toBe(0);
  });

  it('creates no batch after a suspension, when a second process may have created it', async () => {
    const prepared = await prepare({});
    const stop = new AbortController();
    const suspended = suspendedAtSubmission(store, () => setTimeout(() => stop.abort(), 600));
    const options = { stop: stop.signal, resubmit: false, isStart: false, note: () => {} };
    await advanceBatches(prepared, { ...options, store: suspended }).catch(() => {});
    expect(host.batches).toEqual([]);
    expect(await passes(prepared)).toMatchObject({ status: 'finished', answered: 12 });
    expect(host.batches).toHaveLength(1);
  });

  it('lets no call be sent one by one while a batch is open', async () => {
    const prepared = await prepare({});
    const stop = new AbortController().signal;
    await advanceBatches(prepared, { store, stop, resubmit: false, isStart: false, note: () => {} });
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
    const first = await advanceBatches(prepared, { store, stop, resubmit: false, isStart: false, note: () => {} });
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

  describe('keeps the answers that came when the host', () => {
    /** Changes what the first batch has become. */
    const first = (change: (end: NonNullable<Parameters<typeof host.onEnd>[0]['end']>) => object) => {
      let isFirst = true;
      host.onEnd = ({ end }) => {
        if (!isFirst || end === null) return end ?? undefined;
        isFirst = false;
        return { ...end, ...change(end) };
      };
    };
    const lines = (end: { readonly output: string }, edit: (lines: string[]) => readonly string[]) => ({
      output: host.edited(end.output, (text) => edit(text.trimEnd().split('\n')).join('\n')),
      announced: 12,
    });
    const rename = (line: string, id: string) => line.replace(/"custom_id":"[^"]*"/, `"custom_id":${id}`);
    const failure = (line: string) =>
      JSON.stringify({
        custom_id: JSON.parse(line).custom_id,
        response: null,
        error: { code: 'x', message: 'failed' },
      });
    const faults: readonly (readonly [string, (lines: string[]) => readonly string[], number, RegExp])[] = [
      ['loses lines', (all) => all.slice(0, 9), 9, /9 new answers stored, 3 of 12 calls without a result/],
      ['loses all lines but one', (all) => all.slice(0, 1), 1, /1 new answer stored, 11 of 12 calls/],
      ['loses every line', () => [], 0, /0 new answers stored, 12 of 12 calls/],
      [
        'misnames lines',
        (all) => all.map((line, at) => (at < 4 ? rename(line, `"call-${at}"`) : line)),
        8,
        /4 results have the id of no call in it/,
      ],
      [
        'leaves out names',
        (all) => all.map((line, at) => (at < 4 ? rename(line, 'null') : line)),
        8,
        /4 results have the id of no call in it/,
      ],
      [
        'gives a name twice',
        (all) =>
          all.map((line, at) => (at === 1 ? rename(line, JSON.stringify(JSON.parse(all[0] ?? '').custom_id)) : line)),
        11,
        /1 of 12 calls without a result/,
      ],
      [
        'cuts the last line',
        (all) => [...all.slice(0, 11), (all[11] ?? '').slice(0, 40)],
        11,
        /was cut or damaged in a line/,
      ],
      [
        'damages lines in the middle',
        (all) => all.map((line, at) => (at === 5 || at === 6 ? '<html>502</html>' : line)),
        10,
        /was cut or damaged in 2 lines/,
      ],
      [
        'writes a line that is no object',
        (all) => ['[1]', 'null', ...all.slice(2)],
        10,
        /was cut or damaged in 2 lines/,
      ],
      [
        'adds lines of another batch',
        (all) => [rename(all[0] ?? '', '"of-another"'), ...all],
        12,
        /1 result has the id of no call in it/,
      ],
    ];
    it.each(faults)('%s', async (_, edit, kept, note) => {
      first((end) => lines(end, edit));
      const notes: string[] = [];
      const progress = await passes(await prepare({}), notes);
      expect(progress).toMatchObject({ status: 'finished', answered: 12, failed: 0 });
      expect(notes.join('\n')).toMatch(note);
      expect([...host.executed.values()].reduce((sum, times) => sum + times, 0)).toBe(12 + 12 - kept); // the rest, once more
      expect((await batchJobs(store, null)).map(({ intended }) => intended.calls.length)).toEqual(
        kept === 12 ? [12] : [12, 12 - kept],
      );
    });

    it.each([
      ['answers after a failure of the same call', (all: string[]) => [...all.map(failure), ...all]],
      ['answers before a failure of the same call', (all: string[]) => [...all, ...all.map(failure)]],
      ['every line twice', (all: string[]) => [...all, ...all]],
    ])('sends %s', async (_, edit) => {
      first((end) => lines(end, edit));
      expect(await passes(await prepare({}))).toMatchObject({ status: 'finished', answered: 12, jobs: 1 });
    });

    it('has deleted one of its two files', async () => {
      first((end) => ({ output: host.part(end.output, 8), errors: 'deleted-file', announced: 12 }));
      const notes: string[] = [];
      expect(await passes(await prepare({}), notes)).toMatchObject({ status: 'finished', answered: 12, jobs: 2 });
      expect(notes.join('\n')).toMatch(/8 new answers stored, 4 of 12 calls.*deleted-file cannot be read/);
    });

    it('has only a file with errors', async () => {
      first((end) => ({
        output: '',
        errors: host.edited(end.output, (text) => text.trimEnd().split('\n').map(failure).join('\n')),
      }));
      expect(await passes(await prepare({}))).toMatchObject({ status: 'finished', answered: 12, jobs: 2 });
      expect((await batchJobs(store, null)).map(({ state }) => state)).toMatchObject([
        { failed: 12, missing: 0 },
        { stored: 12 },
      ]);
    });

    it('completes its files later: nothing is sent twice', async () => {
      const whole: string[] = [];
      first((end) => {
        whole.push(end.output);
        return { ...lines(end, (all) => all.slice(0, 7)) };
      });
      const prepared = await prepare({});
      const pace = { retries: 2, pauseFactor: 0.001, maxRequests: null, searchAgainMs: 1 };
      const pass = () =>
        advanceBatches(prepared, {
          store,
          stop: new AbortController().signal,
          resubmit: false,
          isStart: false,
          note: () => {},
          pace,
        });
      for (let polls = 0; polls < 2; polls += 1) await pass();
      const [batch] = host.batches;
      expect(await pass()).toMatchObject({ status: 'paused', answered: 7, submitted: [] });
      if (batch?.end != null) batch.end = { ...batch.end, output: whole[0] ?? '' };
      expect(await passes(prepared)).toMatchObject({ status: 'finished', answered: 12 });
      expect([...host.executed.values()]).toEqual(Array(12).fill(1));
    });
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

  describe('of two runs that share calls', () => {
    const stop = new AbortController().signal;
    const options = () => ({ store, stop, resubmit: false, isStart: true, note: () => {} });
    const folder = () => join(root, `requests-${number}`);
    const write = (prepared: Awaited<ReturnType<typeof prepare>>) =>
      writeRequests(prepared, { store, stop, folder: folder(), maxLines: 100 });
    /** Number of the first run's 12 calls that are out, as the second run reports them. */
    const out = [{ calls: 12, job: { intended: { calls: expect.any(Array) } } }];

    it('submits the calls that no batch of the other has, and finishes after the answers', async () => {
      const [first, second] = [await prepare({}), await prepare({ limit: 8 })];
      await advanceBatches(first, options());
      const started = await advanceBatches(second, options());
      expect(started).toMatchObject({ status: 'paused', elsewhere: out, taken: 0, left: 0 });
      expect(started.submitted.map(({ intended }) => intended.calls.length)).toEqual([4]);
      expect(await passes(first)).toMatchObject({ status: 'finished' });
      expect(await passes(second)).toMatchObject({ status: 'finished', answered: 16, elsewhere: [] });
      expect([...host.executed.values()]).toEqual(Array(16).fill(1));
    });

    it('is not finished while the calls are in a request file, of the other run or its own', async () => {
      const [first, second] = [await prepare({}), await prepare({ limit: 8 })];
      await write(first);
      for (const each of [second, first])
        expect(await passes(each)).toMatchObject({ status: 'paused', elsewhere: out, failed: 0 });
      expect(host.executed.size).toBe(4);
      await withdrawRequests(store, first.id);
      expect(await passes(second)).toMatchObject({ status: 'finished', answered: 16 });
    });

    it('writes and sends no call that is in a batch of the other', async () => {
      const [first, second] = [await prepare({}), await prepare({ limit: 8 })];
      await advanceBatches(first, options());
      expect(await write(second)).toMatchObject({ out: [{ calls: 4 }, ...out], ready: 0, status: 'paused' });
      const [third, fourth] = [await prepare({ limit: 9 }), await prepare({ limit: 6, samples: 2 })];
      for (const [each, sent] of [
        [third, 2],
        [fourth, 6],
      ] as const) {
        const before = host.singleCalls;
        const { status, ending } = await executeRun(each, { store });
        expect([status, ending]).toEqual(['paused', expect.objectContaining({ kind: 'paused', why: 'out' })]);
        expect(host.singleCalls - before).toBe(sent);
      }
    });

    it('leaves out what the other is sending at this moment', async () => {
      const [first, second] = [await prepare({}), await prepare({ limit: 8 })];
      await openInStore(first, store);
      const lease = await store.lease(first.id);
      const job = await keysOf(first);
      for (const key of job) await lease?.claims.claim(key);
      expect(await write(second)).toMatchObject({ out: [{ calls: 4 }], ready: 12 });
      expect(await advanceBatches(await prepare({ limit: 7 }), options())).toMatchObject({
        taken: 12,
        status: 'paused',
      });
      await lease?.release();
      expect(await write(second)).toMatchObject({ ready: 0 });
    });
  });

  it('submits calls again that failed for good where the user starts an execution, and only there', async () => {
    const failure = (line: string) =>
      JSON.stringify({
        custom_id: JSON.parse(line).custom_id,
        response: { status_code: 404, request_id: 'x', body: { error: { message: 'no such model' } } },
        error: null,
      });
    let isFirst = true;
    host.onEnd = ({ end }) => {
      if (!isFirst || end === null) return end ?? undefined;
      isFirst = false;
      const refused = (text: string) => text.trimEnd().split('\n').map(failure).join('\n');
      return { ...end, output: host.edited(end.output, refused) };
    };
    const prepared = await prepare({});
    expect(await passes(prepared)).toMatchObject({ status: 'incomplete', failed: 12, jobs: 1 });
    expect(await passes(prepared)).toMatchObject({ status: 'incomplete', failed: 12, jobs: 0 });
    const again = { store, stop: new AbortController().signal, resubmit: false, isStart: true, note: () => {} };
    expect((await advanceBatches(prepared, again)).submitted).toHaveLength(1);
    expect(await passes(prepared)).toMatchObject({ status: 'finished', answered: 12 });
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
