import { z } from 'zod';
import type { CallKey } from '../domain/call.ts';
import type { Dataset, Datasets } from '../domain/dataset.ts';
import type { RunId } from '../domain/run-config.ts';
import type { RunStatus, Store } from '../store/store.ts';
import { AppError } from '../util/app-error.ts';
import { checkArguments, openStoreShape } from '../util/check-arguments.ts';
import { unlessStopped } from '../util/waiting.ts';

import { refuseOpenBatches } from './batch/refuse-open-batches.ts';
import type { Ending } from './live/ending.ts';
import { askForFacts } from './live/limits/ask-for-facts.ts';
import { alreadyAnswered, type Progress } from './live/progress.ts';
import { countCalls } from './plan/count-calls.ts';
import { ItemAnswers } from './plan/item-answers.ts';
import { buildRequest, type ItemTask, itemTasks } from './plan/item-task.ts';
import { plannedCalls } from './plan/planned-calls.ts';
import { taskParts } from './plan/task-parts.ts';
import { leaseAlone } from './prepare/lease-alone.ts';
import { openInStore } from './prepare/open-in-store.ts';
import { type PreparedRun, preparedShape } from './prepare/prepared-run.ts';
import { reusedWeights } from './reused-weights.ts';

/** How an execution of a run ended. */
export interface RunResult {
  /** Id of the run: twelve hexadecimal digits, a hash of its configuration. */
  readonly run: RunId;
  /**
   * `finished`: every call has an answer. `incomplete`: some calls failed permanently. `paused`: calls were not sent,
   * because the run was stopped, its budget was reached or a model does not respond.
   */
  readonly status: RunStatus;
  /** Why the execution ended. */
  readonly ending: Ending;
  /** Counts of calls, US dollars and milliseconds. */
  readonly progress: Progress;
  /** What is known about the weights behind reused answers, one sentence each; empty where no answer was reused. */
  readonly notes: readonly string[];
}

/** Where a run is executed, and callbacks. */
export interface ExecuteOptions {
  readonly store: Store;
  /** Abort it to pause the run: nothing new is sent; calls in flight finish and are stored. */
  readonly stop?: AbortSignal | undefined;
  /** Called at most ten times a second, and once at the end. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

const statusOf: Record<Ending['kind'], RunStatus> = {
  finished: 'finished',
  incomplete: 'incomplete',
  paused: 'paused',
  'gave-up': 'paused',
};

const executeArguments = z.object({
  prepared: preparedShape,
  options: z.looseObject({ store: openStoreShape, onProgress: z.function().optional() }),
});

/**
 * Creates the run in the store, or finds it there, and sends the calls that have no answer yet. Executing it again resumes
 * it. Every answer is in the store before it counts. The models of the run stay open (`closeModels`).
 *
 * Throws an `AppError` when another process executes the run, when another run has its name, and when the store fails;
 * stored answers are kept. A call that fails is part of the result, not an error.
 */
export async function executeRun(prepared: PreparedRun, options: ExecuteOptions): Promise<RunResult> {
  checkArguments('executeRun', executeArguments, { prepared, options });
  const { store, stop, onProgress = () => {} } = options;
  const { id: run, config, settings, experiments, datasets } = prepared;
  const models = Array.from(prepared.models.values(), ({ model }) => model);
  const reuse = { run, store, experiments, config, models };
  const { status: before, provenance } = await openInStore(prepared, store);
  const finished = await store.finished(run);
  const works = () => itemTasks(config, experiments, datasets);
  const isKnown = finished !== null && (await hasAnswers(store, itemTasks(config, experiments, firstItems(datasets))));
  if (finished !== null && !isKnown) await store.refuseMissingAnswers(run);
  if (finished !== null && isKnown) {
    if (before !== 'finished') await store.setStatus(run, 'finished'); // the process was killed while the run was checked again
    const { dollars } = await store.spent(run);
    const { told } = await askForFacts(models);
    const known = told.filter(({ weights }) => weights !== null); // a server that is not running tells nothing
    if (known.length > 0) await store.tellWeights(run, known);
    return {
      run,
      status: 'finished',
      ending: { kind: 'finished' },
      progress: alreadyAnswered(finished.calls, dollars),
      notes: await reusedWeights({ ...reuse, contributingRuns: finished.contributingRuns }),
    };
  }
  await refuseOpenBatches(store, run);
  const lease = await leaseAlone(store, run);
  const ends = stop === undefined ? lease.lost : AbortSignal.any([stop, lease.lost]);
  const carriedOut = async (): Promise<RunResult> => {
    const { executeCalls } = await import('./live/execute-calls.ts'); // a finished run does without
    await store.begin(run, settings);
    const expected = await countCalls(works());
    await unlessStopped(Promise.all(models.map((model) => model.prepare?.())), ends);
    const execution = { run, store, lease, models: prepared.models, settings, expected, stop: ends, onProgress };
    const parts = { [Symbol.iterator]: () => taskParts({ ...prepared, provenance }) };
    const ended = await executeCalls(parts, execution);
    const { ending, progress, contributingRuns, hasReused } = ended;
    if (lease.lost.aborted) {
      throw new AppError(
        'run-taken',
        `lost the lease on run ${run}: this process was suspended, or the store was unreachable`,
        {
          hint: 'all answers so far are stored; resume the run unless another process is executing it',
        },
      );
    }
    const status = statusOf[ending.kind];
    if (ending.kind === 'finished') await store.finish(run, { calls: progress.expected, contributingRuns });
    else await store.setStatus(run, status);
    const notes = hasReused ? await reusedWeights({ ...reuse, contributingRuns }) : [];
    return { run, status, ending, progress, notes };
  };
  const result = await carriedOut().catch(async (error: unknown) => {
    await lease.release().catch(() => {}); // if the store is unreachable, the first error reports it
    throw error;
  });
  await lease.release();
  return result;
}

/**
 * Returns the first items, which show whether a user's own experiment sends other calls than before because its prompts
 * have changed.
 */
function firstItems(datasets: Datasets): Datasets {
  const first = ([sha256, dataset]: [string, Dataset]) =>
    [sha256, { ...dataset, items: firstOf(dataset.items) }] as const;
  return new Map([...datasets].map(first));
}

function firstOf<Item>(items: Iterable<Item>): readonly Item[] {
  for (const item of items) return [item];
  return [];
}

async function hasAnswers(store: Store, works: Iterable<ItemTask>): Promise<boolean> {
  const keys = new Set<CallKey>();
  for (const work of works) {
    for (const call of plannedCalls(work.experiment, work.context, new ItemAnswers(work.experiment)))
      keys.add(buildRequest(work, call).key);
  }
  return (await store.existing([...keys])).size === keys.size;
}
