import PQueue from 'p-queue';
import { Semaphore } from './semaphore.ts';

/**
 * Calls between being sent and being stored, for each place: a commit of some milliseconds must not keep a fast server
 * waiting, and a kill can cost no more answers than this many times the places.
 */
const unstoredAPlace = 3;

/** One server that calls share: a limit of calls in flight, and a pause that holds for all of them. */
export class Endpoint {
  /** Held from sending until what came is stored. */
  readonly unstored: Semaphore;
  readonly #queue: PQueue;
  #resumeAt = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(concurrency: number) {
    this.unstored = new Semaphore(unstoredAPlace * concurrency);
    this.#queue = new PQueue({ concurrency });
  }

  /** Runs a task when a place is free. A task whose turn comes after `stop` does not run: null. One that runs is let finish. */
  async use<T>(task: () => Promise<T>, stop: AbortSignal): Promise<T | null> {
    return this.#queue.add(async () => (stop.aborted ? null : task()));
  }

  /** No further task starts for so long: what a server asks of all its callers when it says Retry-After. */
  pause(milliseconds: number): void {
    const resumeAt = Date.now() + milliseconds;
    if (resumeAt <= this.#resumeAt) return;
    this.#resumeAt = resumeAt;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#queue.pause();
    this.#timer = setTimeout(() => this.#queue.start(), milliseconds);
  }

  /** Lets everything that waits have its turn now. */
  release(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#queue.start();
  }
}
