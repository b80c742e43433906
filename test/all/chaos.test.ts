import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { executeRun } from '../../src/answers/execute-run.ts';
import { buildRequest, itemTasks } from '../../src/answers/plan/item-task.ts';
import { resolveItem } from '../../src/answers/plan/planned-calls.ts';
import { prepareRun } from '../../src/answers/prepare/prepare.ts';
import type { PreparedRun } from '../../src/answers/prepare/prepared-run.ts';
import { runOutcomes } from '../../src/answers/stored-run.ts';
import type { CallKey } from '../../src/domain/call.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { seededRandom, shuffled } from '../../src/util/random.ts';
import { type Chaos, chaos, chaosEndpoint, type FaultName, faultNames } from '../support/models/chaos.ts';
import type { Fault } from '../support/models/fault.ts';
import { type LoopbackServer, loopbackServer } from '../support/models/loopback-server.ts';
import { promptOf } from '../support/recorded-server.ts';

const canary = 'sk-canary-91d7c2b77e94d0d5';
const timeoutMs = 4_000; // a reply packed beyond all bounds takes a busy machine a second
const retries = 2;
/** Two calls each: enough for every fault, once and always, and for fault-free items that keep the run going. */
const items = 140;

let folder: string;
let file: string;
let store: Store;
let server: LoopbackServer;
let elsewhere: LoopbackServer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seb-chaos-'));
  file = join(folder, 'store.sqlite');
  vi.stubEnv('CHAOS_KEY', canary);
  store = await openStore(file);
  server = await loopbackServer();
  elsewhere = await loopbackServer();
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await store.close();
  await server.close();
  await elsewhere.close();
  await rm(folder, { recursive: true, force: true });
});

/** Faults of a prompt: at its first attempt, or at every attempt. */
interface Trouble {
  readonly fault: FaultName;
  readonly always: boolean;
}

/** Faults that occur only once, because waiting for them every time would take long; another timeout occurs every time. */
const onlyOnce: ReadonlySet<FaultName> = new Set([
  'a byte at a time, without end',
  'a reply after the client has stopped waiting',
]);

/** Assigns faults to prompts in order of arrival, in a seeded order, with fault-free prompts in between. */
function dealer(seed: string): { readonly of: (prompt: string) => Trouble | null } {
  const all = faultNames.flatMap((fault) => [
    { fault, always: false },
    ...(onlyOnce.has(fault) ? [] : [{ fault, always: true }]),
  ]);
  const none = Array.from({ length: 2 * items - all.length - 40 }, () => null);
  const order = shuffled<Trouble | null>([...all, ...none], seededRandom(seed));
  const dealt = new Map<string, Trouble | null>();
  return {
    of(prompt) {
      const known = dealt.get(prompt);
      if (known !== undefined) return known;
      const next = order[dealt.size] ?? null;
      dealt.set(prompt, next);
      return next;
    },
  };
}

function contentOf(prompt: string): string {
  const words = [...prompt].slice(-40).join('').replace(/\W+/g, '');
  return JSON.stringify({ words: ['a', 'b', 'c', 'd', `${words}${prompt.length}`] });
}

async function prepared(): Promise<PreparedRun> {
  const options = {
    model: ['openai-compatible/subject'],
    baseUrl: `${server.url}/v1`,
    apiKeyVariable: 'CHAOS_KEY',
    experiment: ['association'],
    limit: items,
    timeout: timeoutMs / 1000,
    retries,
    concurrency: 24,
  };
  return prepareRun(options, {}, store);
}

/** Returns every call of the run with its prompt, planned from the stored answers. */
async function callsOf({ config, experiments, datasets }: PreparedRun): Promise<ReadonlyMap<CallKey, string>> {
  const calls = new Map<CallKey, string>();
  for (const work of itemTasks(config, experiments, datasets)) {
    await resolveItem(work.experiment, work.context, async (named, answers) => {
      for (const call of named) {
        const { key, asked } = buildRequest(work, call);
        calls.set(key, promptOf(asked.messages));
        const found = (await store.answers([key])).get(key);
        answers.set(call, found?.answer ?? { kind: 'failed', detail: 'as stored' });
      }
    });
  }
  return calls;
}

function rows(table: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const [row] = database.prepare(`select count(*) as rows from ${table}`).all();
  database.close();
  return Number(row?.rows);
}

function comesToOf(trouble: Trouble | null): Fault['comesTo'] {
  return trouble === null ? 'answered' : chaos[trouble.fault].comesTo;
}

/** Expects that a call's stored result is the one that its faults imply, and nothing else. */
async function expectOutcome(
  key: CallKey,
  trouble: Trouble | null,
  expected: string,
  /** Whether the fault of another call may have broken the connection of an attempt. */
  disturbed: boolean,
): Promise<'answer' | 'failure'> {
  const answer = (await store.answers([key])).get(key);
  const failure = (await store.failures([key])).get(key);
  const comesTo = comesToOf(trouble);
  const isAnswer = comesTo === 'answered' || comesTo === 'answered-empty';
  // A connection broken by another fault may have used up the attempt that would have failed.
  const lost = trouble !== null && !trouble.always && (answer?.attempts ?? 1) > 1;
  const retried = trouble !== null && !trouble.always && retryable.has(comesTo);
  const label = JSON.stringify(trouble);
  if (isAnswer || retried || lost) {
    expect(answer?.answer, label).toMatchObject({ kind: 'answered' });
    expect(answer?.answer.text.trim(), label).toBe(comesTo === 'answered-empty' && !lost ? '' : expected);
    expect(answer?.latencyMs, label).toBeGreaterThanOrEqual(0);
    expect(failure, label).toBeUndefined();
    return 'answer';
  }
  expect(answer, label).toBeUndefined();
  expect(failure?.failure.code, label).toSatisfy((code) => code === comesTo || (disturbed && code === 'network'));
  expect(failure?.failure.message.length, label).toBeGreaterThan(0);
  return 'failure';
}

const retryable: ReadonlySet<string> = new Set(['rate-limited', 'overloaded', 'server-error', 'network', 'timeout']);

function chaosFor(deal: ReturnType<typeof dealer>): Chaos {
  const made = chaosEndpoint({
    fault: (prompt, attempt) => {
      const trouble = deal.of(prompt);
      return trouble === null || (attempt > 1 && !trouble.always) ? null : trouble.fault;
    },
    content: contentOf,
    elsewhere: elsewhere.url,
    timeoutMs,
    delayMs: 15,
  });
  server.handle(made.handler);
  return made;
}

/**
 * Returns the bytes of every file in a folder; the store's blocks are compressed, so their content is read through the
 * store.
 */
function filesOf(path: string): readonly Buffer[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const found = join(path, name);
    return statSync(found).isFile() ? [readFileSync(found)] : [];
  });
}

test('gives every call its own answer or a classified failure, once, under every fault', async () => {
  const deal = dealer('catalogue');
  const { asked, disturbed } = chaosFor(deal);
  const run = await prepared();
  const result = await executeRun(run, { store, stop: new AbortController().signal, onProgress: () => {} });
  const calls = await callsOf(run);
  expect(calls.size).toBe(2 * items);
  const kinds = { answer: 0, failure: 0 };
  for (const [key, prompt] of calls) {
    const unreached = retryable.has(comesToOf(deal.of(prompt))) && (asked.get(prompt) ?? 0) < 1 + retries;
    kinds[await expectOutcome(key, deal.of(prompt), contentOf(prompt), unreached || disturbed.has(prompt))] += 1;
  }
  expect(kinds.answer + kinds.failure).toBe(calls.size); // nothing is missing
  expect(rows('answers')).toBe(kinds.answer); // nothing is stored twice
  expect(rows('failures')).toBe(kinds.failure);
  expect(result).toMatchObject({ status: 'incomplete', ending: { kind: 'incomplete', failed: kinds.failure } });
  for (const requests of asked.values()) expect(requests).toBeLessThanOrEqual(1 + retries);
  expect(elsewhere.received).toEqual([]);
  const record = await store.run(result.run);
  if (record === null) throw new Error('the run is in the store');
  const outcomes: string[] = [];
  for await (const { item } of runOutcomes(store, record, run.experiments)) outcomes.push(item);
  expect(new Set(outcomes).size).toBe(items);
  expect(record.endpoints).toMatchObject([{ mode: 'adaptive', ceiling: 24 }]);
  expect(record.endpoints[0]?.refused).toBeGreaterThan(0);
  expect(record.endpoints[0]?.strained).toBeGreaterThan(0);

  // The server repeated the key wherever it could.
  const texts = [JSON.stringify(record), JSON.stringify(result)];
  for (const key of calls.keys()) {
    texts.push(JSON.stringify([...(await store.answers([key])).values(), ...(await store.failures([key])).values()]));
  }
  expect(texts.join('\n')).not.toContain(canary);
  for (const bytes of filesOf(folder)) expect(bytes.includes(canary)).toBe(false);
  expect(server.received.every(({ headers }) => headers.authorization === `Bearer ${canary}`)).toBe(true);
}, 240_000);

test('is not affected by changes of the wall clock during calls', async () => {
  const { asked } = chaosFor({ of: () => null });
  vi.useFakeTimers({ toFake: ['Date'] }); // real timers continue
  const hour = 3_600_000;
  const random = seededRandom('clock');
  const jumps = setInterval(() => vi.setSystemTime(Date.now() + Math.round((random() - 0.5) * 48 * hour)), 20);
  const run = await prepared();
  const stop = new AbortController().signal;
  const result = await executeRun(run, { store, stop, onProgress: () => {} }).finally(() => clearInterval(jumps));
  expect(result.status).toBe('finished');
  expect([...asked.values()].every((requests) => requests === 1)).toBe(true);
  for (const key of (await callsOf(run)).keys()) {
    const latencyMs = (await store.answers([key])).get(key)?.latencyMs ?? -1;
    expect(latencyMs).toBeGreaterThanOrEqual(0);
    expect(latencyMs).toBeLessThan(60_000);
  }
  const record = await store.run(result.run);
  expect(record?.endpoints[0]?.history.every(({ atMs }) => atMs >= 0 && atMs < 60_000)).toBe(true);
}, 240_000);
