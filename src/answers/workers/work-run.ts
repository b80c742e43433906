import type { Store, WorkerLease } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { pause, unlessStopped } from '../../util/waiting.ts';
import { openCalls, type Walk } from '../batch/open-calls.ts';
import type { Ending } from '../live/ending.ts';
import { executeCalls } from '../live/execute-calls.ts';
import type { Progress } from '../live/progress.ts';
import { countCalls } from '../plan/count-calls.ts';
import { type ItemTask, itemTasks } from '../plan/item-task.ts';
import { type TaskPart, taskParts } from '../plan/task-parts.ts';
import type { PreparedRun } from '../prepare/prepared-run.ts';
import type { BlockQueue, HeldBlock } from './block-queue.ts';
import { blockPart } from './item-block.ts';

/** Milliseconds between looks for a block while this worker still has calls in flight. */
const lookEveryMs = 1_000;

interface WorkOptions {
  readonly store: Store;
  readonly queue: BlockQueue;
  readonly stop: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * Executes blocks of a run until the queue has none that another worker does not hold. Returns how that ended. Throws
 * AppError `run-taken` when this process was suspended or could not reach the store, and its items may have gone to
 * another worker.
 */
export async function workRun(prepared: PreparedRun, options: WorkOptions): Promise<Ending> {
  const { store, queue, stop, onProgress } = options;
  const { id: run, settings, config, experiments, datasets, models } = prepared;
  const lease = await store.leaseWorker(run);
  try {
    await refuseRunByOther(store, prepared);
    const works = { [Symbol.iterator]: () => itemTasks(config, experiments, datasets) };
    const ends = AbortSignal.any([stop, lease.lost]);
    await unlessStopped(Promise.all(Array.from(models.values(), ({ model }) => model.prepare?.())), ends);
    const blocks = new WorkerBlocks(prepared, queue);
    const parts = (halt: AbortSignal) => blocks.parts(halt);
    const worker = {
      ...{ lease, parts, onResolved: (task: ItemTask) => blocks.resolved(task) },
      begunByOthers: (part: TaskPart) => blocks.begunByOthers(part),
    };
    const expected = await countCalls(works);
    const execution = { run, store, lease, worker, models, settings, expected, stop: ends, onProgress };
    const { ending } = await executeCalls({ [Symbol.iterator]: () => taskParts(prepared) }, execution);
    await blocks.settled();
    if (lease.lost.aborted) {
      throw new AppError(
        'run-taken',
        `lost the lease on run ${run}: this process was suspended, or the store was unreachable`,
        {
          hint: 'all answers so far are stored; other workers continue the run',
        },
      );
    }
    return ending;
  } finally {
    await queue.close();
    await releaseQuietly(lease);
  }
}

/** An unreachable store ends the lease by itself; the first error reports it. */
async function releaseQuietly(lease: WorkerLease): Promise<void> {
  await lease.release().catch(() => {});
}

/** The blocks that one worker holds, and which of their tasks are resolved. */
class WorkerBlocks {
  readonly #prepared: PreparedRun;
  readonly #queue: BlockQueue;
  readonly #open = new Map<ItemTask, { readonly held: HeldBlock; tasks: number }>();
  readonly #byPart = new WeakMap<TaskPart, HeldBlock>();
  readonly #ending = new Set<Promise<void>>();

  constructor(prepared: PreparedRun, queue: BlockQueue) {
    this.#prepared = prepared;
    this.#queue = queue;
  }

  /**
   * Yields the parts of blocks; ends when no block is left while every task is resolved, or the execution is halted: then
   * the tasks of its blocks are never resolved.
   */
  async *parts(halt: AbortSignal): AsyncGenerator<TaskPart> {
    while (!halt.aborted) {
      const held = await unlessStopped(this.#queue.next(), halt);
      if (halt.aborted) return;
      if (held === null) {
        if (this.#open.size === 0) return;
        await pause(lookEveryMs, halt);
        continue;
      }
      const { name, tasks: planned } = blockPart(this.#prepared, held.block);
      const tasks = [...planned];
      const state = { held, tasks: tasks.length };
      for (const task of tasks) this.#open.set(task, state);
      const part = { name, tasks };
      this.#byPart.set(part, held);
      yield part;
    }
  }

  /** Returns the number of blocks that other workers took before the block of a part and still hold. */
  async begunByOthers(part: TaskPart): Promise<number> {
    const held = this.#byPart.get(part);
    return held === undefined ? 0 : await this.#queue.heldBefore(held);
  }

  resolved(task: ItemTask): void {
    const state = this.#open.get(task);
    if (state === undefined) return;
    this.#open.delete(task);
    state.tasks -= 1;
    if (state.tasks > 0) return;
    // A block that cannot be ended now returns to the queue; its answers are found in the store.
    const ending = this.#queue.done(state.held).catch(() => {});
    this.#ending.add(ending);
    void ending.finally(() => this.#ending.delete(ending));
  }

  async settled(): Promise<void> {
    await Promise.all(this.#ending);
  }
}

/** Refuses to work on a run that a process executes alone: its limits are its own. */
async function refuseRunByOther(store: Store, { id }: PreparedRun): Promise<void> {
  if (!(await store.activity(id)).alone) return;
  throw new AppError('run-busy', `a second process is executing run ${id}`, {
    hint: 'wait for it or stop it; this process sent nothing',
  });
}

/**
 * Sets the status of a run of which no block is left: finished if every call has an answer. Only one worker does it;
 * null: another worker is doing it, or blocks are left.
 */
export async function finishRun(
  { id: run, config, experiments, datasets }: PreparedRun,
  { store, isEmpty }: { readonly store: Store; readonly isEmpty: () => Promise<boolean> },
): Promise<'finished' | 'incomplete' | null> {
  const lease = await store.lease(run);
  if (lease === null) return null;
  try {
    if (!(await isEmpty())) return null;
    const walk: Walk = { answered: 0, payers: new Set() };
    let open = 0;
    for await (const _ of openCalls(itemTasks(config, experiments, datasets), { store, walk })) open += 1;
    if (open > 0) {
      await store.setStatus(run, 'incomplete');
      return 'incomplete';
    }
    await store.finish(run, { calls: walk.answered, contributingRuns: walk.payers });
    return 'finished';
  } finally {
    await lease.release();
  }
}
