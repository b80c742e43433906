import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeBatchHost } from '../../test/support/batch/fake-batch-host.ts';
import { callsOf, requestLines, vllmError, vllmResult, writeLines } from '../../test/support/batch/file-engine.ts';
import type { Call } from '../domain/call.ts';
import type { ItemBase } from '../domain/dataset.ts';
import type { RunId } from '../domain/run-config.ts';
import type { ItemContext } from '../experiments/experiment.ts';
import { experimentNamed, experimentRegistry } from '../experiments/registry.ts';
import { failed } from '../models/failures/failure.ts';
import type { ModelRequest } from '../models/language-model.ts';
import type { OutcomeRow } from '../outcome-kinds/outcome-kinds.ts';
import { compactKey } from '../store/answers/compact-key.ts';
import { openStore } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import { AnswerLines } from './batch/answer-lines.ts';
import { filesByCall } from './batch/files-by-call.ts';
import { withdrawRequests, writeRequests } from './batch/request-files.ts';
import { advanceBatches } from './batch/run-batch.ts';
import { againPart } from './batch/store-attempt.ts';
import { takeAnswers } from './batch/take-answers.ts';
import { executeRun } from './execute-run.ts';
import type { RunOptions } from './options/run-options.ts';
import { ItemAnswers } from './plan/item-answers.ts';
import { buildRequest } from './plan/item-task.ts';
import { plannedCalls } from './plan/planned-calls.ts';
import { callRank, taskParts } from './plan/task-parts.ts';
import { prepareRun } from './prepare/prepare.ts';
import type { PreparedRun } from './prepare/prepared-run.ts';
import { runOutcomes } from './stored-run.ts';
import type { BlockQueue } from './workers/block-queue.ts';
import { blocksOf } from './workers/item-block.ts';
import { workRun } from './workers/work-run.ts';

const root = mkdtempSync(join(tmpdir(), 'seb-order-'));
afterAll(() => rmSync(root, { recursive: true }));
let files = 0;
let store: Store;
beforeEach(async () => {
  store = await newStore();
  return () => store.close();
});

function newStore(): Promise<Store> {
  files += 1;
  return openStore(join(root, `${files}.sqlite`));
}

/** Items without a known stratum. */
const items = join(root, 'items.jsonl');
writeFileSync(
  items,
  Array.from({ length: 200 }, (_, index) =>
    JSON.stringify({ id: `word-${index}`, target: `w${index}`, options: [`a${index}`, `b${index}`, `c${index}`] }),
  ).join('\n'),
);

type Ask = (request: ModelRequest) => 'fail' | 'answer';

/** Prepares a run of one simulated model, one call after the other; `onAsk` sees each call and may let it fail. */
async function prepare(into: Store, more: Partial<RunOptions> = {}, onAsk: Ask = () => 'answer'): Promise<PreparedRun> {
  const own = { model: ['simulated/m'], experiment: ['association'], items: { association: items } };
  const prepared = await prepareRun({ ...own, samples: 2, concurrency: 1, retries: 0, ...more }, {}, into);
  const models = [...prepared.models].map(([identity, opened]) => {
    const ask: typeof opened.model.ask = async (request) =>
      onAsk(request) === 'fail' ? failed('invalid-request', 'no') : await opened.model.ask(request);
    return [identity, { ...opened, model: Object.assign(Object.create(opened.model), { ask }) }] as const;
  });
  return { ...prepared, models: new Map(models) };
}

async function rowsOf(from: Store, run: RunId): Promise<readonly OutcomeRow[]> {
  const record = await from.run(run);
  if (record === null) throw new Error('the run is in the store');
  const rows: OutcomeRow[] = [];
  for await (const row of runOutcomes(from, record, experimentRegistry())) rows.push(row);
  return rows;
}

const nameOf = ({ origin, slot, sample }: ModelRequest) => `${origin.context.item.id} ${slot} ${sample}`;
const isPrediction = ({ slot }: ModelRequest) => slot === 'forecast';

const experiment = experimentNamed(experimentRegistry(), 'association');

/** Returns the rank of the prediction of an item in a part. */
function places(part: string, id: string): number {
  const context = { item: { id } } as ItemContext<ItemBase>; // what a rank depends on
  return callRank(part, { experiment, context }, { slot: 'forecast', sample: 0 } as Call);
}

/** Returns the items of each part of a run, as its outcomes tell them. */
async function partsOf(from: Store, run: RunId): Promise<ReadonlyMap<string | undefined, readonly string[]>> {
  const rows = await rowsOf(from, run);
  return new Map(
    [...Map.groupBy(rows, ({ part }) => part)].map(([part, own]) => [part, [...new Set(own.map(({ item }) => item))]]),
  );
}

describe('the planned order of a run', () => {
  it('sends part after part, with predictions and executions of a part mixed', async () => {
    const asked: { readonly item: string; readonly isPrediction: boolean }[] = [];
    const prepared = await prepare(store, { limit: 120 }, (request) => {
      asked.push({ item: request.origin.context.item.id, isPrediction: isPrediction(request) });
      return 'answer';
    });
    await executeRun(prepared, { store });
    const parts = await partsOf(store, prepared.id);
    expect([...parts.values()].map(({ length }) => length)).toEqual([60, 60]);
    const partOf = new Map([...parts].flatMap(([part, own]) => own.map((item) => [item, part] as const)));
    const order = asked.map(({ item }) => partOf.get(item));
    expect(order).toEqual(order.toSorted());
    const positions = asked.slice(0, 180).flatMap((call, position) => (call.isPrediction ? [position] : []));
    expect(Math.abs(positions.reduce((sum, each) => sum + each, 0) / positions.length - 90)).toBeLessThan(25);
  });

  it('is the same when the run is stopped and resumed', async () => {
    const whole: string[] = [];
    const prepared = await prepare(store, {}, (request) => {
      whole.push(nameOf(request));
      return 'answer';
    });
    await executeRun(prepared, { store });

    const other = await newStore();
    const halves: string[] = [];
    const stop = new AbortController();
    const onAsk = (request: ModelRequest) => {
      halves.push(nameOf(request));
      if (halves.length === 250) stop.abort();
      return 'answer' as const;
    };
    await executeRun(await prepare(other, {}, onAsk), { store: other, stop: stop.signal });
    expect(halves.length).toBeLessThan(260);
    await executeRun(await prepare(other, {}, onAsk), { store: other });
    expect(halves).toEqual(whole);
    expect(await partsOf(other, prepared.id)).toEqual(await partsOf(store, prepared.id));
    await other.close();
  });

  it('has parts of their own for items that were added by a higher --limit, also after the earlier run is gone', async () => {
    const first = await prepare(store, { limit: 120 });
    await executeRun(first, { store });
    const second = await prepare(store, { limit: 170 });
    const stop = new AbortController();
    const half = await prepare(store, { limit: 170 }, () => {
      stop.abort(); // after the first call
      return 'answer';
    });
    await executeRun(half, { store, stop: stop.signal });
    await executeRun(second, { store });
    const parts = await partsOf(store, second.id);
    const earlier = new Set([...(await partsOf(store, first.id)).values()].flat());
    expect(earlier.size).toBe(120);
    for (const [part, own] of parts) {
      const isFirst = part?.startsWith(first.id) === true;
      expect(own.every((item) => earlier.has(item) === isFirst)).toBe(true);
    }
    const added = [...parts].filter(([part]) => part?.startsWith(second.id));
    expect(added.map(([, own]) => own.length)).toEqual([50]);
    await store.removeRun(first.id, { used: new Map(), jobs: [] });
    expect((await store.run(second.id))?.provenance.itemsBefore).toEqual({ association: 120 });
  });

  it('has a part of its own for items whose calls failed and were sent again by a later execution, in its own order', async () => {
    const failing = new Set(Array.from({ length: 30 }, (_, index) => `word-${5 * index}`));
    let asked: string[] = [];
    const onAsk = (answer: 'fail' | 'answer') => (request: ModelRequest) => {
      const { id } = request.origin.context.item;
      asked.push(nameOf(request));
      return failing.has(id) && isPrediction(request) ? answer : 'answer';
    };
    const first = await prepare(store, {}, onAsk('fail'));
    await executeRun(first, { store });
    asked = [];
    await executeRun(await prepare(store, {}, onAsk('answer')), { store });
    const parts = await partsOf(store, first.id);
    const again = [...parts].filter(([part]) => part?.includes('/again/'));
    expect(again).toHaveLength(1);
    expect(new Set(again[0]?.[1])).toEqual(failing);
    expect(asked).toHaveLength(30);
    const own = [...failing].toSorted(
      (one, other) => places(again[0]?.[0] ?? '', one) - places(again[0]?.[0] ?? '', other),
    );
    expect(asked.map((name) => name.split(' ')[0])).toEqual(own);
  });

  it('has a part of its own for items with an execution that failed and was sent again', async () => {
    const isFailing = ({ origin, slot, sample }: ModelRequest) =>
      slot === 'execute' && sample === 1 && origin.context.item.id === 'word-7';
    const fails = (answer: 'fail' | 'answer') => (request: ModelRequest) => (isFailing(request) ? answer : 'answer');
    const first = await prepare(store, {}, fails('fail'));
    await executeRun(first, { store });
    await executeRun(await prepare(store, {}, fails('answer')), { store });
    const again = [...(await partsOf(store, first.id))].filter(([part]) => part?.includes('/again/'));
    expect(again.map(([, own]) => own)).toEqual([['word-7']]);
  });

  it('is not claimed for answers that a replay returns', async () => {
    const first = await prepare(store, { limit: 60 });
    await executeRun(first, { store });
    const replayed = await prepareRun(
      {
        model: [`replay/${first.id}`],
        experiment: ['association'],
        items: { association: items },
        limit: 60,
        samples: 2,
      },
      {},
      store,
    );
    await executeRun(replayed, { store });
    expect([...(await partsOf(store, replayed.id)).keys()]).toEqual([undefined]);
  });

  it('gives the parts of one process to several workers', async () => {
    const prepared = await prepare(store, { concurrency: 4 });
    await executeRun(prepared, { store });
    const other = await newStore();
    const { id, config, provenance, datasets, settings } = await prepare(other, { concurrency: 4 });
    for (const dataset of datasets.values()) await other.putDataset(dataset);
    await other.openRun({ id, config, provenance });
    await other.begin(id, settings);
    const blocks = Array.from(blocksOf(prepared), ({ block }) => block);
    expect(blocks).toHaveLength(4);
    const queue: BlockQueue = {
      next: async () => {
        const block = blocks.shift();
        return block === undefined ? null : { block, id: `${blocks.length}` };
      },
      done: async () => {},
      heldBefore: async () => 0,
      close: async () => {},
    };
    const options = { store: other, queue, stop: new AbortController().signal, onProgress: () => {} };
    const two = [await prepare(other, { concurrency: 4 }), await prepare(other, { concurrency: 4 })];
    await Promise.all(two.map((worker) => workRun(worker, options)));
    expect(await partsOf(other, prepared.id)).toEqual(await partsOf(store, prepared.id));
    await other.close();
  });

  it('puts the calls of a batch into the file in the order of their parts, those of later waves into their own', async () => {
    const host = await FakeBatchHost.start();
    let isFirst = true;
    host.onEnd = ({ end }) => {
      if (!isFirst || end === null) return end ?? undefined;
      isFirst = false;
      return { ...end, word: 'expired', output: host.part(end.output, 90) };
    };
    const prepared = await prepareRun(
      {
        ...{ model: ['openai-compatible/x'], baseUrl: host.baseUrl, experiment: ['association'] },
        ...{ items: { association: items }, limit: 100, samples: 1 },
      },
      {},
      store,
    );
    const pace = { retries: 2, pauseFactor: 0.001, maxRequests: null, searchAgainMs: 1 };
    const stop = new AbortController().signal;
    for (let pass = 0; pass < 9; pass += 1)
      await advanceBatches(prepared, { store, stop, resubmit: false, isStart: false, note: () => {}, pace });
    const parts = await partsOf(store, prepared.id);
    const names = [...parts.keys()];
    expect(names.filter((part) => part === undefined)).toEqual([]);
    expect(names.filter((part) => part?.includes('/again/batch 2')).length).toBeGreaterThan(0);
    expect(parts.get(`${prepared.id}/1`)?.length).toBeGreaterThan(20); // the file holds part 1 first
    expect(parts.get(`${prepared.id}/2`)).toBeUndefined(); // 90 of the 100 calls of part 1 have a result
    await host.server.close();
  });

  describe('of request files', () => {
    const stop = new AbortController().signal;
    let folders = 0;
    const prepareFiles = (more: Partial<RunOptions>) =>
      prepareRun(
        {
          ...{ model: ['vllm/x'], baseUrl: 'http://127.0.0.1:9/v1', experiment: ['association'] },
          ...{ items: { association: items }, limit: 120, samples: 2, ...more },
        },
        {},
        store,
      );

    async function write(prepared: PreparedRun, maxLines = 1000) {
      folders += 1;
      const folder = join(root, `requests-${folders}`);
      await writeRequests(prepared, { store, stop, folder, maxLines });
      return requestLines(folder);
    }

    async function take(prepared: PreparedRun, lines: readonly object[]): Promise<void> {
      const answers = new AnswerLines([writeLines(join(root, 'results.jsonl'), lines)]);
      await takeAnswers(prepared, { store, stop, lines: answers, files: await filesByCall(store) });
      answers.close();
    }

    /** Returns the ids of the calls of a run in the planned order; `again`: as one part of this name. */
    async function plannedOrder(prepared: PreparedRun, again?: string): Promise<readonly string[]> {
      const provenance = (await store.run(prepared.id))?.provenance ?? prepared.provenance;
      const ranked = Array.from(taskParts({ ...prepared, provenance }), ({ name, tasks }, part) =>
        [...tasks].flatMap((task) =>
          plannedCalls(task.experiment, task.context, new ItemAnswers(task.experiment)).map((call) => ({
            id: compactKey(buildRequest(task, call).key),
            part: again === undefined ? part : 0,
            rank: callRank(again ?? name, task, call),
          })),
        ),
      ).flat();
      return ranked.toSorted((a, b) => a.part - b.part || a.rank - b.rank).map(({ id }) => id);
    }

    it.each([1000, 7])('is the order of their lines, with at most %i of them in a file', async (maxLines) => {
      const prepared = await prepareFiles({});
      const lines = await write(prepared, maxLines);
      expect(lines).toHaveLength(360);
      expect(callsOf(lines)).toEqual(await plannedOrder(prepared));
    });

    it('is kept by files that are written again after a withdrawal', async () => {
      const prepared = await prepareFiles({});
      await write(prepared);
      await withdrawRequests(store, prepared.id);
      expect(callsOf(await write(prepared))).toEqual(await plannedOrder(prepared));
    });

    it('has parts of their own for items that a higher --limit added', async () => {
      await write(await prepareFiles({}));
      const more = await prepareFiles({ limit: 200 });
      const lines = callsOf(await write(more));
      expect(lines).toHaveLength(240);
      expect(lines).toEqual((await plannedOrder(more)).filter((id) => lines.includes(id)));
    });

    it('has a part of its own for calls that failed, in its own order', async () => {
      const prepared = await prepareFiles({});
      const first = await write(prepared);
      const isFailing = (index: number) => index % 3 === 0;
      await take(
        prepared,
        first.map((line, index) =>
          isFailing(index) ? vllmError(line, { status: 503, message: 'no' }) : vllmResult(line, 'a b c'),
        ),
      );
      const second = await write(prepared);
      const failing = new Set(callsOf(first.filter((_, index) => isFailing(index))));
      const again = (await plannedOrder(prepared, againPart(prepared.id))).filter((id) => failing.has(id));
      expect(callsOf(second)).toEqual(again);
      await take(
        prepared,
        second.map((line) => vllmResult(line, 'a b c')),
      );
      const names = [...(await partsOf(store, prepared.id)).keys()];
      expect(names).toContain(againPart(prepared.id, 2));
      expect(names.every((name) => name === againPart(prepared.id, 2) || name?.startsWith(prepared.id))).toBe(true);
    });
  });
});
