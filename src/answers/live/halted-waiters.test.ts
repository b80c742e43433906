import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedStore } from '../../../test/support/changed-store.ts';
import { type Bench, openBench } from '../../../test/support/simulated-run.ts';
import { failed } from '../../models/failures/failure.ts';
import type { LanguageModel, ModelRequest } from '../../models/language-model.ts';
import type { Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import type { BatchContext } from '../batch/batch-context.ts';
import { repeated } from '../batch/batch-context.ts';
import { executeRun } from '../execute-run.ts';
import { prepareRun } from '../prepare/prepare.ts';
import type { PreparedRun } from '../prepare/prepared-run.ts';
import type { BlockQueue } from '../workers/block-queue.ts';
import { type Block, blocksOf } from '../workers/item-block.ts';
import { workRun } from '../workers/work-run.ts';
import { Backlog } from './backlog.ts';
import { Budget } from './budget.ts';
import { callWithRetry } from './call-with-retry.ts';
import { Endpoint } from './limits/endpoint.ts';
import { SingleFlight } from './single-flight.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const call = { model: 'm', dollars: 1 };
const never = new Promise<never>(() => {});
const fixedEndpoint = (maxInFlight: number) =>
  new Endpoint({ name: 'x', mode: 'fixed', maxInFlight, mayStart: () => true, share: Number.POSITIVE_INFINITY });

/** Everything that an execution waits for. Each entry returns a promise that nothing but the halt settles. */
const waits: Readonly<Record<string, (stop: AbortSignal) => Promise<unknown>>> = {
  'for money that calls in flight hold': async (stop) => {
    const budget = new Budget({ limit: 1.5, spent: 0, stop });
    await budget.reserve(call);
    return await budget.reserve(call);
  },
  'for the first answers of a model with a budget': async (stop) => {
    const budget = new Budget({ limit: 100, spent: 0, stop });
    await Promise.all([budget.reserve(call), budget.reserve(call)]);
    return await budget.reserve(call);
  },
  'for money that other workers have drawn': async (stop) => {
    const purse = { draw: async () => ({ granted: 0, free: 0, others: 5 }), left: async () => 0 };
    return await new Budget({ limit: 5, spent: 0, stop, purse }).reserve(call);
  },
  'for a permit of the endpoint': async (stop) => {
    const endpoint = fixedEndpoint(1);
    stop.addEventListener('abort', () => endpoint.release()); // as the endpoints of an execution do
    await endpoint.turn(stop);
    return await endpoint.turn(stop);
  },
  'for the end of a retry pause': async (stop) => {
    const failure = failed('rate-limited', 'later', { retryAfterMs: 1e9 });
    const model = { ask: async () => failure } as unknown as LanguageModel; // nothing else is called
    const endpoint = fixedEndpoint(4);
    stop.addEventListener('abort', () => endpoint.release());
    const policy = { retries: 9, timeoutMs: 1e9, stop };
    return await callWithRetry(model, {} as ModelRequest, { endpoint, policy, mayRetry: async () => true });
  },
  'for room in the backlog': async (stop) => {
    const backlog = new Backlog(1, stop);
    backlog.opened(1);
    await backlog.room();
  },
  'for the answer of a call that a second run sends': async (stop) => {
    const claims = { isShared: async () => true, claim: async () => false, unclaimed: async () => [] };
    const flights = new SingleFlight({
      store: { answers: async () => new Map() },
      claims: { ...claims, release: async () => {} },
      stop,
      out: { jobOf: () => undefined, refresh: async () => {} },
      onOut: () => {},
      onFound: () => {},
      onWait: () => {},
      onWaited: () => {},
    });
    await flights.start();
    const waiting = flights.once('k' as never, () => never); // a key of any form
    return await waiting.finally(() => flights.close());
  },
  'for the retry of a batch request': async (stop) => {
    const pace = { retries: 9, pauseFactor: 1e6, maxRequests: null, searchAgainMs: 1e9 };
    const lease = { lost: stop };
    const context = { pace, stop, lease, note: () => {} } as unknown as BatchContext; // what `repeated` uses
    return await repeated(context, async () => failed('overloaded', 'later'));
  },
};

describe('a halt', () => {
  it.each(Object.entries(waits))('ends a wait %s', async (_, wait) => {
    const stop = new AbortController();
    let isSettled = false;
    const waiting = wait(stop.signal)
      .catch((error: unknown) => expect(error).toMatchObject({ code: 'run-taken' }))
      .finally(() => {
        isSettled = true;
      });
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    expect(isSettled).toBe(false);
    stop.abort();
    await waiting;
  });
});

const price = { input: 1000, output: 1000, cachedInput: null };
let runs = 0;

/** Prepares a new run of priced calls of a model whose `ask` is replaced. */
async function prepare(
  budget: number | null,
  changes: Partial<LanguageModel> = {},
): Promise<PreparedRun & { readonly run: string }> {
  runs += 1;
  const options = { model: [`simulated/waiter-${runs}`], experiment: ['association'], limit: 10, concurrency: 16 };
  const prepared = await prepareRun({ ...options, retries: 0, maxOutputTokens: 1000 }, {}, bench.store);
  const models = [...prepared.models].map(
    ([identity, { model }]) => [identity, { model: { ...model, ...changes }, price }] as const,
  );
  const settings = { ...prepared.settings, budget };
  return { ...prepared, settings, models: new Map(models), run: prepared.id };
}

const changed = (methods: Partial<Store>) => changedStore(bench.store, methods);

const diskFull = () => new AppError('disk-full', 'the store could not grow: the disk is full', {});

describe('executeRun with a budget', () => {
  it('ends with the error of a store that cannot keep an answer, and counts the answer as possibly charged', async () => {
    const prepared = await prepare(10);
    let answers = 0;
    const insertAnswer: Store['insertAnswer'] = async (answer) => {
      answers += 1;
      if (answers > 2) throw diskFull();
      return await bench.store.insertAnswer(answer);
    };
    await expect(executeRun(prepared, { store: changed({ insertAnswer }) })).rejects.toMatchObject({
      code: 'disk-full',
    });
    expect(await bench.store.possibleCharges(prepared.id)).toBeGreaterThan(1);
    expect(await executeRun({ ...prepared, settings: { ...prepared.settings, budget: null } }, bench)).toMatchObject({
      status: 'finished',
    });
  });

  it('ends with the error of a store that cannot keep what is reserved', async () => {
    const prepared = await prepare(10);
    const lease: Store['lease'] = async (run) => {
      const taken = await bench.store.lease(run);
      let holds = 0;
      const hold = async () => {
        holds += 1;
        if (holds > 3) throw diskFull();
      };
      return taken === null ? null : { ...taken, hold };
    };
    await expect(executeRun(prepared, { store: changed({ lease }) })).rejects.toMatchObject({ code: 'disk-full' });
    expect(await executeRun(prepared, bench)).toMatchObject({ run: prepared.id });
  });

  it('ends when the user stops it while a model is being loaded', async () => {
    const prepared = await prepare(10, { prepare: () => never });
    const stop = new AbortController();
    const executed = executeRun(prepared, { store: bench.store, stop: stop.signal });
    await nextTurn();
    stop.abort();
    expect((await executed).ending).toEqual({ kind: 'paused', why: 'stopped' });
  });
});

/** A queue of the blocks of a run; `onEmpty` is called whenever a worker finds none. */
function memoryQueue(prepared: PreparedRun, onEmpty: () => Promise<null> = async () => null): BlockQueue {
  const blocks: Block[] = Array.from(blocksOf(prepared), ({ block }) => block);
  return {
    next: async () => {
      const block = blocks.shift();
      return block === undefined ? await onEmpty() : { block, id: `${blocks.length}` };
    },
    done: async () => {},
    heldBefore: async () => 0,
    close: async () => {},
  };
}

describe('a worker at the end of the queue', () => {
  const unlimited = new AbortController().signal;
  const options = { store: null as unknown as Store, stop: unlimited, onProgress: () => {} };

  it('ends when the budget is reached', async () => {
    const prepared = await prepare(1.5); // a call reserves over $1, and the run costs more than that in any order
    const queue = memoryQueue(prepared);
    const ending = await workRun(prepared, { ...options, store: bench.store, queue });
    expect(ending).toMatchObject({ kind: 'paused', why: 'budget' });
    expect((await bench.store.spent(prepared.id)).dollars).toBeGreaterThan(0);
  });

  it('ends when its server is given up', async () => {
    const ask = async () => failed('unauthorized', 'no such key', { status: 401 });
    const prepared = await prepare(null, { ask });
    const ending = await workRun(prepared, { ...options, store: bench.store, queue: memoryQueue(prepared) });
    expect(ending).toMatchObject({ kind: 'gave-up' });
  });

  it('ends with the error of a store that cannot keep an answer', async () => {
    const prepared = await prepare(null);
    const store = changed({ insertAnswer: () => Promise.reject(diskFull()) });
    const working = workRun(prepared, { ...options, store, queue: memoryQueue(prepared) });
    await expect(working).rejects.toMatchObject({ code: 'disk-full' });
  });

  it.each([
    ['the queue is empty', async () => null],
    ['the queue does not answer', () => never],
  ])('ends when the user stops it while %s', async (_, onEmpty) => {
    const stop = new AbortController();
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    const prepared = await prepare(null, { ask: () => never });
    const timeoutMs = 100; // of the calls in flight, which are not ended
    const queue = memoryQueue(prepared, () => {
      resolve();
      return onEmpty();
    });
    const settings = { ...prepared.settings, timeoutMs };
    const working = workRun({ ...prepared, settings }, { ...options, store: bench.store, queue, stop: stop.signal });
    await asked;
    stop.abort();
    expect(await working).toEqual({ kind: 'paused', why: 'stopped' });
  });

  it('ends when its lease is lost while the queue does not answer', async () => {
    const lost = new AbortController();
    const leaseWorker: Store['leaseWorker'] = async (run) => ({
      ...(await bench.store.leaseWorker(run)),
      lost: lost.signal,
    });
    const prepared = await prepare(null);
    const queue = memoryQueue(prepared, () => {
      lost.abort();
      return never;
    });
    const working = workRun(prepared, { ...options, store: changed({ leaseWorker }), queue });
    await expect(working).rejects.toMatchObject({ code: 'run-taken' });
  });
});
