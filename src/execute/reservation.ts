import type { Budget } from './budget.ts';

/** The money of one call: reserved before each attempt that may be charged, and released or spent once. */
export class Reservation {
  readonly #budget: Budget;
  /** Maximum cost in dollars. */
  readonly most: number;
  readonly #keep: (dollars: number) => Promise<void>;
  #isHeld = false;

  /** `keep` stores dollars for the budget of later executions. */
  constructor(
    budget: Budget,
    { most, keep }: { readonly most: number; readonly keep: (dollars: number) => Promise<void> },
  ) {
    this.#budget = budget;
    this.most = most;
    this.#keep = keep;
  }

  /** Reserves the money; false when the budget does not cover it. */
  async take(): Promise<boolean> {
    this.#isHeld = await this.#budget.reserve(this.most);
    return this.#isHeld;
  }

  /** Ends the reservation, if any. If `cost` is null (unknown), all of it counts as spent. */
  settle(cost: number | null): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    if (cost === null) this.#budget.keep(this.most);
    else this.#budget.settle(this.most, cost);
  }

  /**
   * Ends the reservation of a failed attempt that may have been charged: all of it counts as spent, now and in later
   * executions.
   */
  async settleUnanswered(): Promise<void> {
    if (!this.#isHeld) return;
    this.settle(null);
    if (this.most > 0) await this.#keep(this.most);
  }
}
