import { Worker } from 'node:worker_threads';
import { type Runs, settingsOfRuns } from '../data-of-runs.ts';
import { compareModels } from './compare-models.ts';
import type { Comparison } from './comparison-types.ts';
import type { ResponseMatrix } from './response-matrix.ts';
import { type SerializedMatrix, serializeResponses } from './serialize-responses.ts';

/** What models did, and what is told of them beside it. */
export interface CompareTask {
  readonly fields: readonly ResponseMatrix[];
  readonly seed: number;
  readonly runs: Runs;
}

/** The same as another thread takes it. */
export interface ThreadTask extends Omit<CompareTask, 'fields'> {
  readonly fields: readonly SerializedMatrix[];
}

/** Models being compared: here once it is asked for, or, where there is much to compare, beside what this thread does. */
export interface PendingComparison {
  /** Rejects where it failed. */
  comparison(): Promise<Comparison>;
  /** Lets go of the thread, also after a failure. */
  close(): void;
}

/** From so many scores of models on, a comparison takes longer than starting a thread does. */
const manyScores = 20_000;

/** Where to compare. An experiment of the user's own is compared in this thread: it cannot be handed over. */
export function startComparison(task: CompareTask): PendingComparison {
  const fields = scoresOf(task.fields) < manyScores ? null : serializeResponses(task.fields);
  return fields === null ? compareOnThisThread(task) : new CompareThread({ ...task, fields });
}

export function compareOnThisThread({ fields, seed, runs }: CompareTask): PendingComparison {
  return {
    comparison: async () => compareModels(fields, { seed, settingsOf: settingsOfRuns(runs) }),
    close: () => {},
  };
}

function scoresOf(fields: readonly ResponseMatrix[]): number {
  return fields.reduce((sum, { itemOf, doings }) => sum + itemOf.length * doings.length, 0);
}

type Ending = { readonly comparison: Comparison } | { readonly failure: Error };

/** Room for what lives between two looks at a resample; with V8's own, it would be filled with garbage first. */
const youngMb = 16;

/** Beside this file, in the sources as in the built package. */
const threadFile = new URL(
  `./compare-thread${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`,
  import.meta.url,
);

/** Compares on a second core, from now on. The comparison is the same. */
export class CompareThread implements PendingComparison {
  readonly #worker: Worker;
  readonly #ending: Promise<Ending>;

  constructor({ fields, seed, runs }: ThreadTask) {
    const workerData: ThreadTask = { fields, seed, runs: runs.map(({ id, config }) => ({ id, config })) };
    this.#worker = new Worker(threadFile, { workerData, resourceLimits: { maxYoungGenerationSizeMb: youngMb } });
    this.#ending = new Promise((resolve) => {
      this.#worker.on('message', (comparison: Comparison) => resolve({ comparison }));
      this.#worker.on('error', (error) => {
        resolve({ failure: error instanceof Error ? error : new Error(String(error)) });
      });
      this.#worker.on('exit', () => resolve({ failure: new Error('the thread that compares models ended') }));
    });
  }

  async comparison(): Promise<Comparison> {
    const ending = await this.#ending;
    if ('failure' in ending) throw ending.failure;
    return ending.comparison;
  }

  close(): void {
    void this.#worker.terminate(); // resolves always
  }
}
