import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareRun } from '../config/prepare.ts';
import { runId } from '../config/run-config.ts';
import { experimentRegistry } from '../experiments/registry.ts';
import { type Work, workOf } from '../plan/work.ts';
import { openStore } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import { carryOut, type Sitting } from './carry-out.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-carry-out-'));
let store: Store;
beforeAll(async () => {
  store = await openStore(join(folder, 'store.sqlite'));
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** The store with some of its methods replaced. */
function changed(methods: Partial<Store>): Store {
  return new Proxy(store, {
    get: (target, name) => {
      if (name in methods) return methods[name as keyof Store];
      const own: unknown = Reflect.get(target, name);
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
}

/** Thirty items of three calls for a model that takes two at once. */
async function sittingOf({ name = 'a', samples = 2 } = {}): Promise<{ works: () => Iterable<Work>; sitting: Sitting }> {
  const options = { model: [`simulated/${name}`], experiment: ['association'], limit: 30, samples, concurrency: 2 };
  const prepared = await prepareRun(options, {}, store);
  const { config, datasets, models, settings, provenance } = prepared;
  const { id } = await store.openRun({ id: runId(config), config, provenance });
  const sitting = { run: id, store, models, settings, stop: new AbortController().signal, expected: 90 };
  return {
    works: () => workOf(config, experimentRegistry(), datasets),
    sitting: { ...sitting, onProgress: () => {} },
  };
}

it('plans no more items than keep the endpoints busy', async () => {
  const { works, sitting } = await sittingOf();
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
  const { progress } = await carryOut(counted(), {
    ...sitting,
    store: changed({ insertAnswer }),
  });
  expect(progress.answered).toBe(90);
  expect(ahead).toBeLessThan(12); // two places, three times, and the item that is looked at
});

it('asks a call that two items share once, however long a look-up takes', async () => {
  const { works, sitting } = await sittingOf({ name: 'b', samples: 3 });
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
  const { progress } = await carryOut(twice(), { ...sitting, store: changed({ answers }) });
  expect(progress).toMatchObject({ answered: 4, found: 4 });
});

it('waits for what is in flight beside a call that could not be stored', async () => {
  const { works, sitting } = await sittingOf({ name: 'c', samples: 4 });
  let stored = 0;
  let begun = 0;
  const insertAnswer: Store['insertAnswer'] = async (answer) => {
    begun += 1;
    if (begun === 1) throw new Error('the disk is full');
    if (begun <= 5) await sleep(40); // of the item whose first call failed
    const inserted = await store.insertAnswer(answer);
    stored += 1;
    return inserted;
  };
  await expect(carryOut(works(), { ...sitting, store: changed({ insertAnswer }) })).rejects.toThrow('the disk is full');
  const then = { begun, stored };
  await sleep(80);
  expect(then).toEqual({ begun, stored: begun - 1 });
  expect(begun).toBeGreaterThan(1);
});

it('ends with the fault of a plan, after what is in flight', async () => {
  const { works, sitting } = await sittingOf();
  function* broken() {
    let left = 5;
    for (const work of works()) {
      if (left === 0) throw new Error('no such item');
      left -= 1;
      yield work;
    }
  }
  await expect(carryOut(broken(), sitting)).rejects.toThrow('no such item');
});

it('ends with the fault of a store in which nothing can be looked up', async () => {
  const { works, sitting } = await sittingOf();
  const answers = () => Promise.reject(new Error('the store is gone'));
  const gone = changed({ answers });
  await expect(carryOut(works(), { ...sitting, store: gone })).rejects.toThrow('the store is gone');
});
