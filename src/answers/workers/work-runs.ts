import type { RunId } from '../../domain/run-config.ts';
import type { Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { pause } from '../../util/waiting.ts';
import type { Ending } from '../live/ending.ts';
import type { Progress } from '../live/progress.ts';
import { closeModels, type PreparedRun } from '../prepare/prepared-run.ts';
import type { PgBossBlocks } from './pg-boss-queue.ts';
import { countsOf } from './queue-run.ts';
import type { QueuedBlocks } from './queued-blocks.ts';
import { finishRun, workRun } from './work-run.ts';

/** Milliseconds between looks for blocks while there are none; and after an error that passes, doubled up to the maximum. */
const lookEveryMs = 1_000;
const firstPauseMs = 2_000;
const maxPauseMs = 30_000;

/** Errors after which a worker continues: another process or the store was in the way. */
const passing: readonly string[] = ['run-taken', 'run-busy', 'store-unreachable', 'store-locked'];

/** Milliseconds without any success after which the worker gives up. */
const giveUpAfterMs = 600_000;

/** What happened to a run that a worker took part in. */
export type WorkedRun =
  | { readonly kind: 'ended'; readonly run: RunId; readonly ending: Ending }
  | { readonly kind: 'finished' | 'incomplete'; readonly run: RunId }
  | { readonly kind: 'skipped'; readonly run: RunId; readonly error: AppError };

interface WorkerOptions {
  readonly store: Store;
  readonly blocks: PgBossBlocks;
  /** Opens the models of a stored run. */
  readonly prepare: (run: RunId) => Promise<PreparedRun>;
  /** Works on this run only; null: on every run in the queue. */
  readonly only: RunId | null;
  /** Whether the worker waits for new runs when the queue is empty. */
  readonly isWaiting: boolean;
  readonly stop: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** Called before a run, and after what happened to it. */
  readonly onStart: (run: RunId) => void;
  readonly onRun: (worked: WorkedRun) => void;
  /** Called when the worker pauses because of an error that passes. */
  readonly onPause: (error: AppError, milliseconds: number) => void;
}

/**
 * Executes blocks of the queue until it is empty, oldest run first. A run whose models cannot be opened here, whose budget
 * is spent or whose server does not answer is left to other workers.
 */
export async function workRuns(options: WorkerOptions): Promise<void> {
  await new Worker(options).work();
}

class Worker {
  readonly #options: WorkerOptions;
  readonly #seen = new Set<RunId>();
  readonly #left = new Set<RunId>();

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  async work(): Promise<void> {
    const { stop, onPause } = this.#options;
    let pauseMs = firstPauseMs;
    let succeededAt = performance.now(); // the wall clock may be changed
    while (!stop.aborted) {
      try {
        if (await this.#step()) return;
        pauseMs = firstPauseMs;
        succeededAt = performance.now();
      } catch (error) {
        const passes = error instanceof AppError && passing.includes(error.code);
        if (!passes || performance.now() - succeededAt > giveUpAfterMs) throw error;
        onPause(error, pauseMs);
        await pause(pauseMs, stop);
        pauseMs = Math.min(maxPauseMs, 2 * pauseMs);
      }
    }
  }

  /** Works on one run, or waits for a block. True: nothing is left to do. */
  async #step(): Promise<boolean> {
    const { blocks, only, isWaiting, stop } = this.#options;
    const runs = (await blocks.runs()).filter(({ run }) => only === null || run === only);
    await this.#finishEmptied(runs);
    const open = runs.filter(({ run }) => !this.#left.has(run));
    const next = open.find(({ waiting }) => waiting > 0);
    if (next !== undefined) await this.#workOn(next.run);
    else if (open.length === 0 && !isWaiting) return true;
    else await pause(lookEveryMs, stop); // blocks of a worker that ends return to the queue
    return false;
  }

  async #workOn(run: RunId): Promise<void> {
    const { store, blocks, prepare, stop, onProgress, onStart, onRun } = this.#options;
    const prepared = await prepare(run).catch((error: unknown) => {
      if (!(error instanceof AppError) || passing.includes(error.code)) throw error;
      this.#left.add(run);
      onRun({ kind: 'skipped', run, error });
      return null;
    });
    if (prepared === null) return;
    try {
      if (!this.#seen.has(run)) onStart(run);
      this.#seen.add(run);
      const ending = await workRun(prepared, { store, queue: blocks.of(run), stop, onProgress });
      if (ending.kind === 'finished' || ending.kind === 'incomplete') return;
      // The blocks of calls that are out are done: the queue gets them again once these calls have their answers.
      if (ending.kind !== 'paused' || ending.why !== 'out') this.#left.add(run);
      this.#seen.delete(run);
      onRun({ kind: 'ended', run, ending });
      if ((await store.activity(run)).workers === 0) await store.setStatus(run, 'paused');
    } finally {
      await closeModels(prepared);
    }
  }

  /** Sets the status of runs that this worker took part in and whose blocks are all done. */
  async #finishEmptied(runs: readonly QueuedBlocks[]): Promise<void> {
    const { store, blocks, prepare, onRun } = this.#options;
    for (const run of [...this.#seen].filter((seen) => !runs.some((each) => each.run === seen))) {
      const isEmpty = async () => {
        const { waiting, held } = countsOf(await blocks.runs(), run);
        return waiting + held === 0;
      };
      if ((await store.finished(run)) === null) {
        const prepared = await prepare(run);
        const kind = await finishRun(prepared, { store, isEmpty }).finally(() => closeModels(prepared));
        if (kind !== null) onRun({ kind, run });
      } else onRun({ kind: 'finished', run });
      this.#seen.delete(run);
    }
  }
}
