import type { Budget } from './budget.ts';

/** The money of one call: set aside before each attempt that may be charged, and given back or spent once. */
export class Reservation {
  readonly #budget: Budget;
  /** Dollars. */
  readonly most: number;
  readonly #keep: (dollars: number) => Promise<void>;
  #isHeld = false;

  /** `keep` stores dollars for the next execution's budget. */
  constructor(
    budget: Budget,
    { most, keep }: { readonly most: number; readonly keep: (dollars: number) => Promise<void> },
  ) {
    this.#budget = budget;
    this.most = most;
    this.#keep = keep;
  }

  /** Sets the money aside; false when the budget does not cover it. */
  async take(): Promise<boolean> {
    this.#isHeld = await this.#budget.reserve(this.most);
    return this.#isHeld;
  }

  /** Ends what is set aside, if anything is. A cost of null is unknown: then all of it counts as spent. */
  settle(cost: number | null): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    if (cost === null) this.#budget.keep(this.most);
    else this.#budget.settle(this.most, cost);
  }

  /**
   * Ends what is set aside for an attempt that brought no answer and may have been charged: all of it counts as spent, now
   * and in later executions.
   */
  async settleUnanswered(): Promise<void> {
    if (!this.#isHeld) return;
    this.settle(null);
    if (this.most > 0) await this.#keep(this.most);
  }
}
