import type { Budget } from './budget.ts';

/** Where the money of a run's calls comes from. */
export interface Funds {
  readonly budget: Budget;
  /** Stores dollars that may have been charged, for the budget of later executions. */
  readonly keep: (dollars: number) => Promise<void>;
}

/** The money of one call: reserved before each attempt that may be charged, and released or spent once. */
export class Reservation {
  readonly #funds: Funds;
  /** Maximum cost in dollars. */
  readonly most: number;
  #isHeld = false;

  constructor(funds: Funds, most: number) {
    this.#funds = funds;
    this.most = most;
  }

  /** Reserves the money, perhaps after other calls have settled; false when the budget does not cover it. */
  async take(): Promise<boolean> {
    this.#isHeld = await this.#funds.budget.reserve(this.most);
    return this.#isHeld;
  }

  /** Ends the reservation, if any. If `cost` is null (unknown), all of it counts as spent. */
  settle(cost: number | null): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    if (cost === null) this.#funds.budget.keep(this.most);
    else this.#funds.budget.settle(this.most, cost);
  }

  /**
   * Ends the reservation of a failed attempt that may have been charged: all of it counts as spent, now and in later
   * executions.
   */
  async settleUnanswered(): Promise<void> {
    if (!this.#isHeld) return;
    this.settle(null);
    if (this.most > 0) await this.#funds.keep(this.most);
  }
}
