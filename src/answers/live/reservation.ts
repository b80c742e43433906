import type { Budget, CallMaximum } from './budget.ts';

/** Where the money of a run's calls comes from. */
export interface Funds {
  readonly budget: Budget;
  /** Stores dollars that may have been charged, for the budget of later executions. */
  readonly keep: (dollars: number) => Promise<void>;
  /**
   * Stores the dollars reserved for calls in flight, for the budget of later executions in case this process is killed or
   * an answer cannot be stored.
   */
  readonly hold: (reserved: () => number) => Promise<void>;
  /** Whether other processes draw from the same budget: they see only what is stored. */
  readonly isShared: boolean;
}

/** The money of one call: reserved before each attempt that may be charged, and released or spent once. */
export class Reservation {
  readonly #funds: Funds;
  readonly #call: CallMaximum;
  #isHeld = false;

  constructor(funds: Funds, call: CallMaximum) {
    this.#funds = funds;
    this.#call = call;
  }

  /** Maximum cost in dollars, by what is known about the model. */
  get most(): number {
    return this.#funds.budget.reserveFor(this.#call);
  }

  /** Reserves the money, perhaps after other calls have settled; false when the budget does not cover it. */
  async take(): Promise<boolean> {
    const { budget, hold } = this.#funds;
    this.#isHeld = await budget.reserve(this.#call);
    if (!this.#isHeld || this.#call.dollars === 0) return this.#isHeld;
    try {
      await hold(() => budget.reserved);
    } catch (error) {
      this.cancel(); // nothing is sent
      throw error;
    }
    return true;
  }

  /** Ends the reservation, if any, of a call that was not charged. */
  cancel(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#funds.budget.cancel(this.#call);
  }

  /**
   * Ends the reservation, if any. If `cost` is null (unknown), all of it counts as spent; where the budget is shared, other
   * processes see it as a possible charge.
   */
  async settle(cost: number | null): Promise<void> {
    if (!this.#isHeld) return;
    const { budget, isShared } = this.#funds;
    if (cost === null && isShared) return await this.settleUnanswered();
    this.#isHeld = false;
    if (cost === null) budget.keep(this.#call);
    else budget.settle(this.#call, cost);
  }

  /**
   * Ends the reservation of a failed attempt that may have been charged: all of it counts as spent, now and in later
   * executions. It stays reserved until that is stored.
   */
  async settleUnanswered(): Promise<void> {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    const { budget, keep } = this.#funds;
    const dollars = budget.reserveFor(this.#call);
    if (dollars > 0) await keep(dollars);
    budget.keep(this.#call);
  }
}
