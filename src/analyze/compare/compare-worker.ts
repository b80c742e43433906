import { Worker } from 'node:worker_threads';
import { type Runs, settingsOfRuns } from '../data-of-runs.ts';
import { compareModels } from './compare-models.ts';
import type { Comparison } from './comparison-types.ts';
import type { ResponseMatrix } from './response-matrix.ts';
import { type SerializedMatrix, serializeResponses } from './serialize-responses.ts';

/** What models did, and the settings for the notes. */
export interface CompareTask {
  readonly fields: readonly ResponseMatrix[];
  readonly seed: number;
  readonly runs: Runs;
}

/** A task in a form that another thread can receive. */
export interface ThreadTask extends Omit<CompareTask, 'fields'> {
  readonly fields: readonly SerializedMatrix[];
}

/** A comparison in progress: in this thread on first use, or in a second thread if it is large. */
interface PendingComparison {
  /** Resolves to the comparison; rejects if it failed. */
  comparison(): Promise<Comparison>;
  /** Ends the thread, also after a failure. */
  close(): void;
}

/** Number of scores from which a comparison takes longer than starting a thread. */
const manyScores = 20_000;

/**
 * Starts a comparison, in `thread` if one was started before. An experiment of the user is compared in this thread,
 * because its functions cannot be transferred.
 */
export function startComparison(task: CompareTask, thread: CompareThread | null = null): PendingComparison {
  const fields = scoresOf(task.fields) < manyScores ? null : serializeResponses(task.fields);
  if (fields === null) return compareOnThisThread(task);
  const started = thread ?? new CompareThread();
  started.compare({ ...task, fields });
  return started;
}

export function compareOnThisThread({ fields, seed, runs }: CompareTask): PendingComparison {
  return {
    comparison: async () => compareModels(fields, { seed, settingsOf: settingsOfRuns(runs) }),
    close: () => {},
  };
}

function scoresOf(fields: readonly ResponseMatrix[]): number {
  return fields.reduce((sum, { itemOf, responses }) => sum + itemOf.length * responses.length, 0);
}

type Ending = { readonly comparison: Comparison } | { readonly failure: Error };

/**
 * Young generation of the thread in MiB: what is alive between two resamples. V8's default would first fill up with
 * garbage.
 */
const youngMb = 16;

/** Path of the thread's program, next to this file in the sources and in the built package. */
const threadFile = new URL(
  `./compare-thread${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`,
  import.meta.url,
);

/**
 * Compares in a second thread, with the same result. The thread loads its program when it is created, which takes as
 * long as a tenth of a comparison.
 */
export class CompareThread implements PendingComparison {
  readonly #worker: Worker;
  readonly #ending: Promise<Ending>;

  constructor() {
    this.#worker = new Worker(threadFile, { resourceLimits: { maxYoungGenerationSizeMb: youngMb } });
    this.#ending = new Promise((resolve) => {
      this.#worker.on('message', (comparison: Comparison) => resolve({ comparison }));
      this.#worker.on('error', (error) => {
        resolve({ failure: error instanceof Error ? error : new Error(String(error)) });
      });
      this.#worker.on('exit', () => resolve({ failure: new Error('the thread that compares models ended') }));
    });
  }

  /** Sends the task, once. */
  compare({ fields, seed, runs }: ThreadTask): void {
    const task: ThreadTask = { fields, seed, runs: runs.map(({ id, config }) => ({ id, config })) };
    this.#worker.postMessage(task);
  }

  async comparison(): Promise<Comparison> {
    const ending = await this.#ending;
    if ('failure' in ending) throw ending.failure;
    return ending.comparison;
  }

  close(): void {
    void this.#worker.terminate(); // never rejects
  }
}
