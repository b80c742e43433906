import { Waiters } from '../../util/waiting.ts';

/** Limits the calls that are planned and unfinished: more than the endpoints need would only take memory. */
export class Backlog {
  #enough: number;
  #open = 0;
  readonly #stop: AbortSignal;
  readonly #ends: Waiters;

  /** After an abort of `stop`, no caller waits. */
  constructor(enough: number, stop: AbortSignal) {
    this.#enough = enough;
    this.#stop = stop;
    this.#ends = new Waiters(stop);
  }

  /** Resolves when there is capacity for another item's calls, or the execution ends. */
  async room(): Promise<void> {
    while (this.#open >= this.#enough && !this.#stop.aborted) await this.#ends.wait();
  }

  opened(calls: number): void {
    this.#open += calls;
  }

  ended(): void {
    this.#open -= 1;
    if (this.#open < this.#enough) this.#ends.wakeAll();
  }

  /** Changes the limit. */
  setEnough(calls: number): void {
    this.#enough = calls;
    if (this.#open < this.#enough) this.#ends.wakeAll();
  }
}
