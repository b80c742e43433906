/** Limits the calls that are planned and unfinished: more than the endpoints need would only take memory. */
export class Backlog {
  #enough: number;
  #open = 0;
  #admit: (() => void) | null = null;

  constructor(enough: number) {
    this.#enough = enough;
  }

  /** Resolves when there is capacity for another item's calls; only one caller may wait. */
  room(): Promise<void> {
    if (this.#open < this.#enough) return Promise.resolve();
    return new Promise((resolve) => {
      this.#admit = resolve;
    });
  }

  opened(calls: number): void {
    this.#open += calls;
  }

  ended(): void {
    this.#open -= 1;
    if (this.#open < this.#enough) this.#letIn();
  }

  /** Changes the limit. */
  setEnough(calls: number): void {
    if (this.#enough === Number.POSITIVE_INFINITY) return;
    this.#enough = calls;
    if (this.#open < this.#enough) this.#letIn();
  }

  /** Lets all later calls of `room` resolve at once. */
  release(): void {
    this.#enough = Number.POSITIVE_INFINITY;
    this.#letIn();
  }

  #letIn(): void {
    this.#admit?.();
    this.#admit = null;
  }
}
