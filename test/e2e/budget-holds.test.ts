import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { executeRun } from '../../src/answers/execute-run.ts';
import { prepareRun } from '../../src/answers/prepare/prepare.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { completion } from '../support/models/chaos.ts';
import { type LoopbackServer, loopbackServer, sendJson } from '../support/models/loopback-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-budget-'));
const prices = join(folder, 'prices.json');
const price = { input: 1000, output: 1000 }; // a maximum of $2 for the output alone
writeFileSync(
  prices,
  JSON.stringify({ 'openai-compatible': { models: { x: { cost: price }, later: { cost: price } } } }),
);
const budget = 20;

let store: Store;
let server: LoopbackServer;
beforeAll(async () => {
  store = await openStore(join(folder, 'store.sqlite'));
  server = await loopbackServer();
});
afterAll(async () => {
  await store.close();
  await server.close();
  rmSync(folder, { recursive: true });
});

interface More {
  readonly model?: string[];
  readonly retries?: number;
  readonly timeout?: number;
}

async function carryOut(seed: number, more: More = {}) {
  const options = { model: ['openai-compatible/x'], baseUrl: `${server.url}/v1`, experiment: ['association'], ...more };
  const money = { prices, budget, maxOutputTokens: 2000 };
  const prepared = await prepareRun({ ...options, ...money, limit: 30, seed, concurrency: 4 }, {}, store);
  const before = server.received.length;
  const result = await executeRun(prepared, { store, stop: new AbortController().signal, onProgress: () => {} });
  return { result, sent: server.received.length - before };
}

const expectStop = { kind: 'paused', why: 'budget', needed: expect.any(Number), left: expect.any(Number) };

test.each([
  ['no usage', undefined],
  ['negative counts', { prompt_tokens: -5, completion_tokens: -5 }],
  ['texts', { prompt_tokens: '5', completion_tokens: '5' }],
  ['counts of nothing', { prompt_tokens: 0, completion_tokens: 0 }],
])('an answer with %s counts for the most that it can cost, in this execution and the next', async (name, usage) => {
  server.handle((_, response) => sendJson(response, 200, { ...completion('{"words": []}'), usage }));
  const seed = 100 + name.length;
  const { result, sent } = await carryOut(seed);
  expect(sent).toBeGreaterThan(5);
  expect(sent).toBeLessThanOrEqual(budget / 2);
  expect(result.ending).toMatchObject(expectStop);
  if (result.ending.kind !== 'paused' || result.ending.why !== 'budget') throw new Error('checked above');
  expect(result.ending.needed).toBeGreaterThan(result.ending.left);
  expect(result.ending.unsure).toBeGreaterThan(18 - 2);
  expect(await carryOut(seed)).toMatchObject({ sent: 0, result: { ending: expectStop } });
});

test('counts a timed-out attempt as paid before a retry, in this execution and the next', async () => {
  server.handle(() => {}); // never answers
  const { result, sent } = await carryOut(7, { retries: 20, timeout: 0.2 });
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThanOrEqual(budget / 2);
  expect(result.ending).toMatchObject(expectStop);
  expect(await carryOut(7, { retries: 20, timeout: 0.2 })).toMatchObject({ sent: 0, result: { ending: expectStop } });
}, 240_000);

test('counts a failed call that may have been charged as paid in the next execution', async () => {
  server.handle((_, response) => {
    response.socket?.destroy(); // the request was received
  });
  let sent = 0;
  for (let execution = 0; execution < 20; execution += 1) {
    const carriedOut = await carryOut(8, { retries: 0 });
    sent += carriedOut.sent;
    if (carriedOut.sent === 0) break;
  }
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThanOrEqual(budget / 2);
}, 240_000);

test('counts a call that got 504 after the work as paid, in this execution and the next', async () => {
  server.handle((_, response) => sendJson(response, 504, { error: { message: 'gateway timeout' } }));
  const { result, sent } = await carryOut(9, { retries: 20 });
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThanOrEqual(budget / 2);
  expect(result.ending).toMatchObject(expectStop);
  expect(await carryOut(9, { retries: 20 })).toMatchObject({ sent: 0, result: { ending: expectStop } });
}, 240_000);

test('prices answers that were stored without a price by their counts, and the rest at the most that they can cost', async () => {
  const model = ['openai-compatible/later'];
  const options = { model, baseUrl: `${server.url}/v1`, experiment: ['association'] };
  const more = { maxOutputTokens: 2000, limit: 30, seed: 12, concurrency: 4 };
  const stop = new AbortController();
  const before = server.received.length;
  server.handle((_, response) => {
    const received = server.received.length - before;
    if (received === 12) stop.abort();
    sendJson(response, 200, { ...completion('{"words": []}'), ...(received > 6 ? tokens(20) : {}) });
  });
  const prepared = await prepareRun({ ...options, ...more }, {}, store);
  await executeRun(prepared, { store, stop: stop.signal, onProgress: () => {} });
  expect(await store.spent(prepared.id)).toMatchObject({ dollars: 0, unknown: expect.any(Number) });
  const { unknown } = await store.spent(prepared.id);
  expect(unknown).toBeGreaterThanOrEqual(12); // at most $2.10 each, which is more than the budget
  server.handle((_, response) => sendJson(response, 200, { ...completion('{"words": []}'), ...tokens(20) }));
  const { result, sent } = await carryOut(12, { model });
  expect(result.run).toBe(prepared.id);
  expect(sent).toBeGreaterThan(1);
  expect(result.progress.dollars).toBeCloseTo((unknown - 6 + sent) * 0.12, 9);
  expect(result.ending).toMatchObject(expectStop);
  if (result.ending.kind !== 'paused' || result.ending.why !== 'budget') throw new Error('checked above');
  expect(result.ending.unsure).toBeGreaterThan(6 * 2);
  expect(result.ending.unsure).toBeLessThan(6 * 2.5);
});

const tokens = (completion_tokens: number, more: object = {}) => ({
  usage: { prompt_tokens: 100, completion_tokens, ...more },
});

test('counts reasoning tokens beside the completion tokens', async () => {
  const beside = tokens(20, { completion_tokens_details: { reasoning_tokens: 1800 }, total_tokens: 1920 });
  server.handle((_, response) => sendJson(response, 200, { ...completion('{"words": []}'), ...beside }));
  const { result, sent } = await carryOut(10);
  expect(sent * 1.92).toBeLessThanOrEqual(budget);
  expect(result.progress.dollars).toBeCloseTo(sent * 1.92, 9);
  expect(result.ending).toMatchObject(expectStop);
});

test('is exceeded by at most the calls in flight when a server first goes beyond max_tokens', async () => {
  let received = 0;
  server.handle((_, response) => {
    received += 1;
    const usage = tokens(received <= 2 ? 500 : 10_000); // keeps to 2,000 for two answers, then costs $10.10
    setTimeout(() => sendJson(response, 200, { ...completion('{"words": []}'), ...usage }), 20);
  });
  const { result, sent } = await carryOut(11);
  expect(sent).toBeLessThanOrEqual(2 + 4); // the two, and those in flight with the third: none after it
  expect(result.ending).toMatchObject(expectStop);
  if (result.ending.kind !== 'paused' || result.ending.why !== 'budget') throw new Error('checked above');
  // a call reserves at most $2.10 by its limits, and in what was seen as much as the order of the calls decides
  expect(result.ending.needed).toBeGreaterThan(2 * 2.1);
});
