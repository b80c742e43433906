/** Counts calls that are planned and have not ended: beyond what keeps the endpoints busy, they would only take memory. */
export class Backlog {
  #enough: number;
  #open = 0;
  #admit: (() => void) | null = null;

  constructor(enough: number) {
    this.#enough = enough;
  }

  /** Resolves when there is room for another item's calls; only one may wait. */
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

  /** From now on nobody waits. */
  release(): void {
    this.#enough = Number.POSITIVE_INFINITY;
    this.#letIn();
  }

  #letIn(): void {
    this.#admit?.();
    this.#admit = null;
  }
}
