import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changedStore } from '../../../test/support/changed-store.ts';
import type { Failure } from '../../domain/answer.ts';
import { type CallKey, callKey } from '../../domain/call.ts';
import { runId } from '../../domain/run-config.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { failed } from '../../models/failures/failure.ts';
import { openStore } from '../../store/open.ts';
import type { Store, StoredAnswer } from '../../store/store.ts';
import { type ItemTask, itemTasks } from '../plan/item-task.ts';
import type { TaskPart } from '../plan/task-parts.ts';
import { prepareRun } from '../prepare/prepare.ts';
import { type Execution, executeCalls } from './execute-calls.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-carry-out-'));
let store: Store;
beforeAll(async () => {
  store = await openStore(join(folder, 'store.sqlite'));
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const changed = (methods: Partial<Store>) => changedStore(store, methods);

/** Returns tasks as one part. */
function onePart(tasks: Iterable<ItemTask>): readonly TaskPart[] {
  return [{ name: 'run/1', tasks }];
}

/** Executes thirty items of three calls with a model that accepts two at once. */
async function prepareExecution({
  name = 'a',
  samples = 2,
} = {}): Promise<{ works: () => Iterable<ItemTask>; execution: Execution }> {
  const options = { model: [`simulated/${name}`], experiment: ['association'], limit: 30, samples, concurrency: 2 };
  const prepared = await prepareRun(options, {}, store);
  const { config, datasets, models, settings, provenance } = prepared;
  const { id } = await store.openRun({ id: runId(config), config, provenance });
  const execution = {
    run: id,
    store,
    lease: null,
    models,
    settings,
    stop: new AbortController().signal,
    expected: 90,
  };
  return {
    works: () => itemTasks(config, experimentRegistry(), datasets),
    execution: { ...execution, onProgress: () => {} },
  };
}

it('plans only the next part before the calls of the parts before it have started', async () => {
  const { works, execution } = await prepareExecution();
  let planned = 0;
  let answered = 0;
  let ahead = 0;
  function* counted() {
    for (const work of works()) {
      planned += 1;
      ahead = Math.max(ahead, 3 * planned - answered);
      yield work;
    }
  }
  const insertAnswer: Store['insertAnswer'] = (answer) => {
    answered += 1;
    return store.insertAnswer(answer);
  };
  function* parts() {
    let tasks: ItemTask[] = [];
    for (const work of counted()) {
      tasks.push(work);
      if (tasks.length < 5) continue;
      yield { name: `run/${planned / 5}`, tasks };
      tasks = [];
    }
  }
  const { progress } = await executeCalls(parts(), {
    ...execution,
    store: changed({ insertAnswer }),
  });
  expect(progress.answered).toBe(90);
  expect(ahead).toBeLessThanOrEqual(15 + 6); // the calls of a part, and two permits, three times
});

it('sends a call that two items share once, however long a look-up takes', async () => {
  const { works, execution } = await prepareExecution({ name: 'b', samples: 3 });
  const [item] = works();
  let lookups = 0;
  const answers: Store['answers'] = async (keys) => {
    lookups += 1;
    const found = await store.answers(keys);
    if (lookups === 1) await sleep(20);
    return found;
  };
  function* twice() {
    if (item !== undefined) yield* [item, item];
  }
  const { progress } = await executeCalls(onePart(twice()), { ...execution, store: changed({ answers }) });
  expect(progress).toMatchObject({ answered: 4, found: 4 });
});

it('waits for calls in flight after a call could not be stored', async () => {
  const { works, execution } = await prepareExecution({ name: 'c', samples: 4 });
  let stored = 0;
  let begun = 0;
  const insertAnswer: Store['insertAnswer'] = async (answer) => {
    begun += 1;
    if (begun === 1) throw new Error('the disk is full');
    if (begun <= 5) await sleep(40); // calls of the item whose first call failed
    const inserted = await store.insertAnswer(answer);
    stored += 1;
    return inserted;
  };
  await expect(executeCalls(onePart(works()), { ...execution, store: changed({ insertAnswer }) })).rejects.toThrow(
    'the disk is full',
  );
  const then = { begun, stored };
  await sleep(80);
  expect(then).toEqual({ begun, stored: begun - 1 });
  expect(begun).toBeGreaterThan(1);
});

it('sends at most two calls per permit while answers cannot be stored', async () => {
  const { works, execution } = await prepareExecution({ name: 'g', samples: 4 });
  let asked = 0;
  const models = new Map(
    [...execution.models].map(([identity, { model, price }]) => {
      const ask: typeof model.ask = (request) => {
        asked += 1;
        return model.ask(request);
      };
      return [identity, { model: { ...model, ask, close: () => model.close() }, price }] as const;
    }),
  );
  const insertions: PromiseWithResolvers<'inserted'>[] = [];
  const insertAnswer: Store['insertAnswer'] = () => {
    const insertion = Promise.withResolvers<'inserted'>();
    insertions.push(insertion);
    if (insertions.length === 4) for (const { reject } of insertions) reject(new Error('the disk is full')); // as one group
    return insertion.promise;
  };
  const full = changed({ insertAnswer });
  await expect(executeCalls(onePart(works()), { ...execution, models, store: full })).rejects.toThrow(
    'the disk is full',
  );
  expect(asked).toBe(4);
});

it('sends no further call after a handful of refusals, while their failures are still being stored', async () => {
  const { works, execution } = await prepareExecution({ name: 'h' });
  let asked = 0;
  const models = new Map(
    [...execution.models].map(([identity, { model, price }]) => {
      const ask: typeof model.ask = async () => {
        asked += 1;
        return failed('invalid-request', `HTTP 415: request ${asked}`);
      };
      return [identity, { model: { ...model, ask, close: () => model.close() }, price }] as const;
    }),
  );
  const stored = Promise.withResolvers<void>();
  let failures = 0;
  const putFailure: Store['putFailure'] = async () => {
    failures += 1;
    if (failures > 60) stored.resolve(); // never, if the run ends after the refusals
    await Promise.race([stored.promise, sleep(300)]);
  };
  await executeCalls(onePart(works()), { ...execution, models, store: changed({ putFailure }) });
  expect(asked).toBeGreaterThanOrEqual(5);
  expect(asked).toBeLessThan(20);
});

it('rejects with an error of a plan after calls in flight have finished', async () => {
  const { works, execution } = await prepareExecution();
  function* broken() {
    let left = 5;
    for (const work of works()) {
      if (left === 0) throw new Error('no such item');
      left -= 1;
      yield work;
    }
  }
  await expect(executeCalls(onePart(broken()), execution)).rejects.toThrow('no such item');
});

it('rejects with an error of an experiment after calls in flight have finished', async () => {
  const { works, execution } = await prepareExecution({ name: 'd', samples: 5 });
  let begun = 0;
  let stored = 0;
  const insertAnswer: Store['insertAnswer'] = async (answer) => {
    begun += 1;
    await sleep(20);
    const inserted = await store.insertAnswer(answer);
    stored += 1;
    return inserted;
  };
  function* broken(): Generator<ItemTask> {
    const [first, second] = works();
    if (first === undefined || second === undefined) return;
    const plan = () => {
      throw new Error('no plan');
    };
    yield first;
    yield { ...second, experiment: { ...second.experiment, plan } };
  }
  await expect(executeCalls(onePart(broken()), { ...execution, store: changed({ insertAnswer }) })).rejects.toThrow(
    'no plan',
  );
  expect(stored).toBe(begun);
});

/** Returns models that fail each call once, and then answer it. */
function failingOnce(models: Execution['models'], failure: Failure) {
  const asked = new Map<CallKey, number>();
  const failing = [...models].map(([identity, { model, price }]) => {
    const ask: typeof model.ask = async (request) => {
      const times = (asked.get(request.key) ?? 0) + 1;
      asked.set(request.key, times);
      return times === 1 ? failure : model.ask(request);
    };
    return [identity, { model: { ...model, ask, close: () => model.close() }, price }] as const;
  });
  return { asked, models: new Map(failing) };
}

it('keeps the limit of unstored answers over many failures and retries', async () => {
  const { works, execution } = await prepareExecution({ name: 'h', samples: 2 });
  const { models } = failingOnce(execution.models, failed('overloaded', 'later', { retryAfterMs: 0 }));
  let open = 0;
  let mostOpen = 0;
  const insertAnswer: Store['insertAnswer'] = async (answer) => {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    await sleep(5);
    open -= 1;
    return store.insertAnswer(answer);
  };
  const settings = { ...execution.settings, retries: 1 }; // one retry is enough
  const { progress } = await executeCalls(onePart(works()), {
    ...execution,
    models,
    settings,
    store: changed({ insertAnswer }),
  });
  expect(progress).toMatchObject({ answered: 90, retries: 90, failed: 0 });
  expect(mostOpen).toBe(4);
});

it('drops the calls that wait for answers to be stored when the run is stopped', async () => {
  const { works, execution } = await prepareExecution({ name: 'i', samples: 4 });
  const stop = new AbortController();
  const insertions: PromiseWithResolvers<'inserted'>[] = [];
  const insertAnswer: Store['insertAnswer'] = () => {
    const insertion = Promise.withResolvers<'inserted'>();
    insertions.push(insertion);
    if (insertions.length === 4) stop.abort();
    return insertion.promise;
  };
  const executed = executeCalls(onePart(works()), {
    ...execution,
    stop: stop.signal,
    store: changed({ insertAnswer }),
  });
  await expect.poll(() => insertions.length).toBe(4);
  for (const { resolve } of insertions) resolve('inserted');
  const { ending, progress } = await executed;
  expect(ending).toEqual({ kind: 'paused', why: 'stopped' });
  expect(progress).toMatchObject({ answered: 4, inFlight: 0 });
});

it('sends a failed call again for the next item that shares it', async () => {
  const { works, execution } = await prepareExecution({ name: 'e', samples: 1 });
  const { asked, models } = failingOnce(execution.models, failed('invalid-request', 'not now'));
  const [item] = works();
  const again = item === undefined ? [] : Array<ItemTask>(20).fill(item);
  const { progress } = await executeCalls(onePart(again), { ...execution, models });
  expect([...asked.values()]).toEqual([2, 2]);
  expect(progress).toMatchObject({ answered: 2, failed: 2 });
});

it('stores with an answer the text behind its key, and how it was obtained', async () => {
  const { works, execution } = await prepareExecution({ name: 'f', samples: 2 });
  const { models } = failingOnce(execution.models, failed('overloaded', 'later', { retryAfterMs: 0 }));
  const stored: StoredAnswer[] = [];
  const insertAnswer: Store['insertAnswer'] = (answer) => {
    stored.push(answer);
    return store.insertAnswer(answer);
  };
  const [item] = works();
  await executeCalls(onePart(item === undefined ? [] : [item]), {
    ...execution,
    models,
    store: changed({ insertAnswer }),
  });
  expect(stored).toHaveLength(3);
  for (const { key, call, attempts, run } of stored) {
    expect(callKey(call)).toBe(key);
    expect({ attempts, run }).toEqual({ attempts: 2, run: execution.run });
  }
});

it('rejects with the error of a store whose look-ups fail', async () => {
  const { works, execution } = await prepareExecution();
  const answers = () => Promise.reject(new Error('the store is gone'));
  const gone = changed({ answers });
  await expect(executeCalls(onePart(works()), { ...execution, store: gone })).rejects.toThrow('the store is gone');
});

it('sends nothing while the lease may have expired, and continues once it is renewed', async () => {
  const { works, execution } = await prepareExecution({ name: 'suspended' });
  const lease = await store.lease(execution.run);
  if (lease === null) throw new Error('the lease is free');
  let isCurrent = true;
  let answered = 0;
  const wasOld: boolean[] = [];
  const insertAnswer: Store['insertAnswer'] = async (answer) => {
    answered += 1;
    if (answered === 10) {
      isCurrent = false; // as after a pause of the process
      void sleep(600).then(() => (isCurrent = true));
    }
    return await store.insertAnswer(answer);
  };
  const models = new Map(
    [...execution.models].map(([identity, opened]) => {
      const { model } = opened;
      const ask: typeof model.ask = (request) => {
        wasOld.push(!isCurrent);
        return model.ask(request);
      };
      return [identity, { ...opened, model: Object.assign(Object.create(model), { ask }) as typeof model }] as const;
    }),
  );
  const changes = { store: changed({ insertAnswer }), lease: { ...lease, isCurrent: () => isCurrent }, models };
  const { progress } = await executeCalls(onePart(works()), { ...execution, ...changes });
  await lease.release();
  expect(progress.answered).toBe(90);
  expect(wasOld.filter(Boolean)).toEqual([]);
});
