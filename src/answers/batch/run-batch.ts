import { maxCost } from '../../domain/price.ts';
import type { RunId } from '../../domain/run-config.ts';
import type { BatchPort, BatchTimeouts } from '../../models/batch-port.ts';
import { compactKey } from '../../store/answers/compact-key.ts';
import type { RunStatus, Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { type BatchJob, batchJobs, intendBatch, isOpen, isOpenAtHost } from '../jobs/batch-job.ts';
import type { JobOut } from '../jobs/calls-out.ts';
import { unpricedCost } from '../live/unpriced-cost.ts';
import { itemTasks } from '../plan/item-task.ts';
import { taskParts } from '../plan/task-parts.ts';
import type { PreparedRun } from '../prepare/prepared-run.ts';
import { type BatchContext, type BatchPace, modelOf, noBatch, portOf, usualPace } from './batch-context.ts';
import { collectBatch } from './collect.ts';
import { FreeCalls } from './free-calls.ts';
import { laterDollarsOf } from './later-dollars.ts';
import { endPass, isGivenUp, type LeasedRun, newWalk, triesOf, withLeasedRun } from './leased-run.ts';
import { type PlacedCall, placedCalls, type Walk } from './open-calls.ts';
import { againPart } from './store-attempt.ts';
import { submitBatch } from './submit.ts';

interface BatchOptions {
  readonly store: Store;
  readonly stop: AbortSignal;
  readonly resubmit: boolean;
  /** Whether the user starts an execution: then calls that failed are sent again, whatever their failures and tries. */
  readonly isStart: boolean;
  readonly note: (line: string) => void;
  readonly pace?: BatchPace;
  readonly timeouts?: BatchTimeouts;
}

/** Where a run's batches stand after one pass. */
export interface BatchProgress {
  readonly run: RunId;
  readonly status: RunStatus;
  /** Jobs that were submitted in this pass, and those that are open now. */
  readonly submitted: readonly BatchJob[];
  readonly open: readonly BatchJob[];
  readonly answered: number;
  readonly failed: number;
  /** Calls that the budget did not cover, and the dollars of it that are kept for calls that follow from answers. */
  readonly left: number;
  readonly kept: number;
  /** Request files, and jobs of other runs, that have calls of this one; and the number of calls that other processes are sending. */
  readonly elsewhere: readonly JobOut[];
  readonly taken: number;
}

/**
 * Makes one pass over the batches of a run: resolves jobs whose creation got no reply, stores the results of ended jobs,
 * and submits the calls that can now be planned. Every intent is in the store before its first request.
 */
export async function advanceBatches(prepared: PreparedRun, options: BatchOptions): Promise<BatchProgress> {
  refuseWithoutBatch(prepared);
  return await withLeasedRun(prepared, options, (leased) => onePass(leased, options));
}

async function onePass(leased: LeasedRun, options: BatchOptions): Promise<BatchProgress> {
  const { prepared } = leased;
  const opened = new Map<string, Promise<BatchPort>>();
  const ports = new Map(
    [...prepared.models].map(([identity, { model }]) => {
      const open = (): Promise<BatchPort> => {
        const port = opened.get(identity) ?? model.batch?.open(options.timeouts) ?? Promise.reject(noBatch(model.name));
        opened.set(identity, port);
        return port;
      };
      return [identity, open] as const;
    }),
  );
  const context: BatchContext = { ...options, ...leased, ports, pace: options.pace ?? usualPace };
  try {
    await bringBack(context);
    return await nextWave(context, options);
  } finally {
    await Promise.allSettled([...opened.values()].map(async (port) => (await port).close()));
  }
}

/** Refuses a run whose calls no batch can hold. */
export function refuseWithoutBatch({ config, models }: PreparedRun): void {
  if (config.selfRun !== undefined) {
    throw new AppError(
      'no-batch',
      'predictions with the tool run_myself are conversations, which a batch cannot hold',
      {
        hint: 'run without --batch, or without --tools',
      },
    );
  }
  for (const { model } of models.values()) if (model.batch === undefined) throw noBatch(model.name);
}

function walkOver(context: BatchContext): { readonly walk: Walk; readonly calls: AsyncIterable<PlacedCall> } {
  const { store, prepared } = context;
  const walk = newWalk();
  const hasBudget = prepared.settings.budget !== null;
  const later = hasBudget ? { laterDollars: laterDollarsOf(context) } : {};
  return { walk, calls: placedCalls(taskParts(prepared), { store, walk, again: againPart(prepared.id), ...later }) };
}

/** Resolves and collects the open jobs of the run. */
async function bringBack(context: BatchContext): Promise<void> {
  const open = (await batchJobs(context.store, context.prepared.id)).filter(isOpenAtHost);
  if (open.length === 0) return;
  const needed = new Set(open.flatMap(({ intended }) => intended.calls));
  const calls = new Map<string, PlacedCall>();
  for await (const call of walkOver(context).calls) {
    const id = compactKey(call.key);
    if (needed.has(id)) calls.set(id, call);
  }
  for (const job of open) {
    const requests = job.intended.calls.flatMap((id) => {
      const call = calls.get(id);
      return call === undefined ? [] : [{ id, request: call.request }];
    });
    await collectBatch(context, await submitBatch(context, job, requests), calls);
  }
}

interface Group {
  calls: PlacedCall[];
  bytes: number;
  dollars: number;
}

/** Submits the calls that no open job has, split by model, size and budget. */
async function nextWave(context: BatchContext, { isStart }: Pick<BatchOptions, 'isStart'>): Promise<BatchProgress> {
  const { store, prepared } = context;
  const jobs = await batchJobs(store, prepared.id);
  const tries = triesOf(jobs);
  const wave = new Wave(context, { jobs: jobs.length, free: await freeDollars(context, jobs) });
  const { walk, calls } = walkOver(context);
  const inJobs = new Set(jobs.filter(isOpenAtHost).flatMap(({ intended }) => intended.calls));
  let failed = 0;
  const wanted = async function* () {
    for await (const call of calls) {
      if (inJobs.has(compactKey(call.key))) {
        wave.keep(call.later);
        continue;
      }
      if (!isStart && isGivenUp(call, tries)) failed += 1;
      else yield call;
    }
  };
  const free = new FreeCalls(context);
  for await (const call of free.of(wanted())) await wave.add(call);
  await wave.end();
  const open = (await batchJobs(store, prepared.id)).filter(isOpenAtHost);
  const { left, kept, submitted } = wave;
  const { taken } = free;
  const elsewhere = free.jobs(null);
  const isEnded = open.length + left + elsewhere.length + taken === 0;
  const status = await endPass(context, { walk, failed, isEnded });
  return { run: prepared.id, status, submitted, open, answered: walk.answered, failed, left, kept, elsewhere, taken };
}

/** Returns the dollars that the budget leaves for new jobs; infinite without a budget. */
async function freeDollars({ store, prepared }: BatchContext, jobs: readonly BatchJob[]): Promise<number> {
  const { id, settings, models, config, experiments, datasets } = prepared;
  if (settings.budget === null) return Number.POSITIVE_INFINITY;
  const { dollars } = await store.spent(id);
  const { counted, unsure } = await unpricedCost(itemTasks(config, experiments, datasets), { run: id, store, models });
  const reserved = jobs.filter(isOpen).reduce((sum, { intended }) => sum + intended.dollars, 0);
  return settings.budget - dollars - counted - unsure - reserved;
}

class Wave {
  readonly submitted: BatchJob[] = [];
  /** Calls that the budget does not cover. */
  left = 0;
  /** Dollars that are kept for calls that follow from the answers of others. */
  kept = 0;
  readonly #context: BatchContext;
  readonly #groups = new Map<string, Group>();
  #jobs: number;
  #free: number;

  constructor(context: BatchContext, { jobs, free }: { readonly jobs: number; readonly free: number }) {
    this.#context = context;
    this.#jobs = jobs;
    this.#free = free;
  }

  /** Keeps dollars for calls that follow from the answers of open jobs: an item that is begun is completed before others are begun. */
  keep(dollars: number): void {
    this.kept += dollars;
    this.#free -= dollars;
  }

  async add(call: PlacedCall): Promise<void> {
    const { identity } = call.target;
    const { pace } = this.#context;
    const { model, price } = modelOf(this.#context, identity);
    const most = maxCost(call.asked, price) * (model.batch?.priceFactor ?? 1);
    if (this.left > 0 || most + call.later > this.#free) {
      this.left += 1;
      return;
    }
    const port = await portOf(this.#context, identity);
    const bytes = await port.size({ id: compactKey(call.key), request: call.request });
    const group = this.#groups.get(identity);
    if (
      group !== undefined &&
      (group.calls.length >= Math.min(port.maxRequests, pace.maxRequests ?? port.maxRequests) ||
        group.bytes + bytes > port.maxBytes)
    )
      await this.#submit(identity, group);
    const target = this.#groups.get(identity) ?? { calls: [], bytes: 0, dollars: 0 };
    target.calls.push(call);
    target.bytes += bytes;
    target.dollars += most;
    this.#free -= most;
    this.keep(call.later);
    this.#groups.set(identity, target);
  }

  async end(): Promise<void> {
    for (const [identity, group] of [...this.#groups]) await this.#submit(identity, group);
  }

  async #submit(identity: string, { calls, dollars }: Group): Promise<void> {
    this.#groups.delete(identity);
    const { store, prepared } = this.#context;
    const requests = calls.map(({ key, request }) => ({ id: compactKey(key), request }));
    this.#jobs += 1;
    const { endpoint } = await portOf(this.#context, identity);
    const job = await intendBatch(store, {
      kind: 'intended',
      run: prepared.id,
      model: identity,
      name: modelOf(this.#context, identity).model.name,
      endpoint,
      number: this.#jobs,
      calls: requests.map(({ id }) => id),
      dollars,
    });
    this.submitted.push(await submitBatch(this.#context, job, requests));
  }
}
