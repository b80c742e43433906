import PQueue from 'p-queue';

/** One server that calls share: a limit of calls in flight, and a pause that holds for all of them. */
export class Endpoint {
  readonly #queue: PQueue;
  #resumeAt = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(concurrency: number) {
    this.#queue = new PQueue({ concurrency });
  }

  /** Runs a task when a place is free; rejects at once when `signal` aborts while it waits. */
  async use<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#queue.add(task, { signal });
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

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#queue.start();
  }
}
