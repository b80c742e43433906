/** The budget of a run. The maximum cost of a call is reserved before it is sent. */
export class Budget {
  readonly #limit: number | null;
  #spent: number;
  #unsure = 0;
  #reserved = 0;
  #inFlight = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number | null, spent: number) {
    this.#limit = limit;
    this.#spent = spent;
  }

  get spent(): number {
    return this.#spent;
  }

  /** Remaining dollars; null without a limit. Never below 0. */
  get left(): number | null {
    return this.#limit === null ? null : Math.max(0, this.#limit - this.#spent);
  }

  /** Maximum cost of calls whose cost is unknown; it counts as spent. */
  get unsure(): number {
    return this.#unsure;
  }

  /**
   * Reserves the maximum cost of a call, perhaps after calls in flight have settled. False when the call could exceed
   * the limit even then: it must not be sent.
   */
  async reserve(most: number): Promise<boolean> {
    while (this.#limit !== null && this.#spent + this.#reserved + most > this.#limit) {
      if (this.#inFlight === 0) return false;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#reserved += most;
    this.#inFlight += 1;
    return true;
  }

  mayHaveCost(most: number): void {
    this.#unsure += most;
    this.#spent += most;
  }

  /** Ends a reservation whose call may have been charged an unknown amount: all of it counts as spent. */
  keep(reserved: number): void {
    this.settle(reserved, 0);
    this.mayHaveCost(reserved);
  }

  settle(reserved: number, cost: number): void {
    this.#inFlight -= 1;
    this.#reserved = this.#inFlight === 0 ? 0 : this.#reserved - reserved;
    this.#spent += cost;
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
