/**
 * The dollars in a lease's row that are reserved for calls in flight. The row is raised before a call is sent and
 * lowered when the lease is renewed, so that it is never below what is in flight.
 */
export class HeldMoney {
  readonly #write: (dollars: number) => Promise<unknown>;
  #reserved: () => number = () => 0;
  #stored = 0;
  #next: Promise<unknown> | null = null;
  #last: Promise<void> | null = null;

  /** `write` stores the dollars and resolves once they are on disk. */
  constructor(write: (dollars: number) => Promise<unknown>) {
    this.#write = write;
  }

  /** Dollars that are reserved now, whatever is stored. */
  get reserved(): number {
    return this.#reserved();
  }

  /** Sets what is reserved without storing it. */
  watch(reserved: () => number): void {
    this.#reserved = reserved;
  }

  /** Resolves when at least the dollars that are reserved now are stored, as far as they stay reserved. */
  async raise(reserved: () => number): Promise<void> {
    this.#reserved = reserved;
    const needed = reserved();
    while (this.#stored < Math.min(needed, reserved())) {
      // The next write covers every caller that waits for the current one.
      this.#next ??= (this.#last ?? Promise.resolve()).then(() => {
        this.#next = null;
        return this.#alone(this.#write);
      });
      await this.#next;
    }
  }

  /** Stores the dollars that are reserved now with a write of the caller. */
  renew<Result>(write: (dollars: number) => Promise<Result>): Promise<Result> {
    return this.#alone(write);
  }

  /**
   * Writes one after another, at once if nothing is being written. A failed write may have been carried out, so the lower
   * of the two values counts.
   */
  #alone<Result>(write: (dollars: number) => Promise<Result>): Promise<Result> {
    const start = async () => {
      const dollars = this.#reserved();
      this.#stored = Math.min(this.#stored, dollars);
      const result = await write(dollars);
      this.#stored = dollars;
      return result;
    };
    const writing = this.#last === null ? start() : this.#last.then(start);
    const settled = writing.then(
      () => {},
      () => {},
    );
    this.#last = settled;
    void settled.then(() => {
      if (this.#last === settled) this.#last = null;
    });
    return writing;
  }
}
