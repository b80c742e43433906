import type { Slice } from '../../store/store.ts';
import { Waiters } from '../../util/waiting.ts';
import type { Money } from './covered-parts.ts';

/** The maximum cost of one call in US dollars, as estimated from its prompt and its `max_tokens`, and its model. */
export interface CallMaximum {
  /** Identity of the model that is called. */
  readonly model: string;
  readonly dollars: number;
}

/** Calls of a model that may be in flight before any of them has shown that the maximum holds. */
const firstCalls = 2;

/** Answered calls within their maximum after which the calls in flight are no longer limited. */
const enoughConfirmed = 16;

interface ModelReserve {
  /** Highest known ratio of a call's cost to its estimated maximum; at least 1. */
  factor: number;
  /** Sum of the estimated maxima in flight. */
  held: number;
  inFlight: number;
  /** Answers whose cost was within the reserve. */
  confirmed: number;
}

/** The part of a budget that several workers of a run share. */
interface Purse {
  /**
   * Draws the dollars needed for the calls in flight with the next one, or gives back all but those of the calls in
   * flight (`held`).
   */
  readonly draw: (needed: number, held: number) => Promise<Slice>;
  /** Returns the dollars that no worker has spent. */
  readonly left: () => Promise<number>;
}

interface BudgetOptions {
  /** Maximum dollars of the run; null: no limit. */
  readonly limit: number | null;
  /** Dollars that earlier executions have spent. */
  readonly spent: number;
  /** Aborted when no call may be sent any more: no caller waits for money then. */
  readonly stop: AbortSignal;
  /** Set where several workers share the budget. */
  readonly purse?: Purse | undefined;
}

/** Milliseconds between draws while other workers may give dollars back: doubled up to the maximum. */
const firstDrawPauseMs = 250;
const maxDrawPauseMs = 2_000;

/**
 * The budget of a run. The maximum cost of a call is reserved before it is sent. A server may exceed `max_tokens`: with a
 * limit, few calls of a model are sent until answers show that the reserve holds (2, then twice the answers), and an
 * answer above its reserve raises all reserves of the model, those of calls in flight too.
 */
export class Budget {
  readonly #limit: number | null;
  #spent: number;
  #unsure = 0;
  #inFlight = 0;
  /** Answers and their dollars. */
  readonly #settled = { calls: 0, dollars: 0 };
  readonly #models = new Map<string, ModelReserve>();
  readonly #stop: AbortSignal;
  readonly #ends: Waiters;
  readonly #purse: Purse | null;
  /** Dollars that are drawn and not spent, those spent since the last draw, and those no worker had drawn by then. */
  #slice = 0;
  #spentSinceDraw = 0;
  #free: number | null = null;
  #drawing: Promise<unknown> | null = null;

  constructor({ limit, spent, stop, purse }: BudgetOptions) {
    this.#limit = limit;
    this.#spent = spent;
    this.#stop = stop;
    this.#ends = new Waiters(stop);
    this.#purse = purse ?? null;
  }

  get spent(): number {
    return this.#spent;
  }

  /** Remaining dollars; null without a limit. Never below 0. */
  get left(): number | null {
    if (this.#free !== null) return Math.max(0, this.#free);
    return this.#limit === null ? null : Math.max(0, this.#limit - this.#spent);
  }

  /** Returns the dollars that the run has not spent, and the mean cost of a call of this execution; null without a limit. */
  async money(): Promise<Money | null> {
    if (this.#limit === null) return null;
    const { calls, dollars } = this.#settled;
    const left = this.#purse === null ? this.#limit - this.#spent : await this.#purse.left();
    return { left, mean: calls === 0 ? null : dollars / calls };
  }

  /** Gives the dollars back to the other workers that were drawn for no call in flight. */
  async giveBack(): Promise<void> {
    if (this.#purse !== null && this.#limit !== null) await this.#draw(this.#purse, 2 * this.#limit); // more than there can be
  }

  /** Maximum cost of calls whose cost is unknown; it counts as spent. */
  get unsure(): number {
    return this.#unsure;
  }

  /** Dollars reserved for the calls in flight. */
  get reserved(): number {
    let sum = 0;
    for (const { factor, held } of this.#models.values()) sum += factor * held;
    return sum;
  }

  /** Returns what is reserved for a call: its estimated maximum, raised by what the model was seen to exceed it by. */
  reserveFor({ model, dollars }: CallMaximum): number {
    return this.#of(model).factor * dollars;
  }

  /**
   * Reserves the maximum cost of a call, perhaps after calls in flight have settled. False when the call could exceed
   * the limit even then, or the execution ends first: it must not be sent.
   */
  async reserve(call: CallMaximum): Promise<boolean> {
    const model = this.#of(call.model);
    let pauseMs = firstDrawPauseMs;
    while (this.#limit !== null && (this.#isOnTrial(model, call) || this.#exceeds(this.#limit, call))) {
      if (this.#stop.aborted) return false;
      if (this.#purse === null || this.#isOnTrial(model, call)) {
        if (this.#inFlight === 0) return false;
        await this.#ends.wait();
        continue;
      }
      const drawn = await this.#draw(this.#purse, this.reserveFor(call));
      if (drawn === null || !this.#exceeds(this.#limit, call)) continue;
      if (this.#inFlight === 0 && drawn.others <= 0) return false;
      await this.#ends.wait(pauseMs);
      pauseMs = Math.min(maxDrawPauseMs, 2 * pauseMs);
    }
    model.held += call.dollars;
    model.inFlight += 1;
    this.#inFlight += 1;
    return true;
  }

  mayHaveCost(dollars: number): void {
    this.#unsure += dollars;
    this.#spend(dollars);
  }

  /** Ends a reservation whose call may have been charged an unknown amount: all of it counts as spent. Returns it. */
  keep(call: CallMaximum): number {
    const dollars = this.reserveFor(call);
    this.#settle(dollars);
    this.#of(call.model).confirmed += 1; // such a server tells nothing about its costs, however long one waits
    this.mayHaveCost(dollars);
    this.#end(call);
    return dollars;
  }

  /** Ends the reservation of a call that was not charged. */
  cancel(call: CallMaximum): void {
    this.#end(call);
  }

  /** Ends the reservation of a call with a known cost. */
  settle(call: CallMaximum, cost: number): void {
    const model = this.#of(call.model);
    if (cost <= this.reserveFor(call)) model.confirmed += 1;
    else if (call.dollars > 0) model.factor = cost / call.dollars;
    this.#settle(cost);
    this.#spend(cost);
    this.#end(call);
  }

  #settle(dollars: number): void {
    this.#settled.calls += 1;
    this.#settled.dollars += dollars;
  }

  #spend(dollars: number): void {
    this.#spent += dollars;
    this.#slice -= dollars;
    this.#spentSinceDraw += dollars;
  }

  #end({ model: identity, dollars }: CallMaximum): void {
    const model = this.#of(identity);
    this.#inFlight -= 1;
    model.inFlight -= 1;
    model.held = model.inFlight === 0 ? 0 : model.held - dollars;
    this.#ends.wakeAll();
  }

  /** Draws dollars for a call that needs `more`; null after the draw of another call, which may have been enough. */
  async #draw({ draw }: Purse, more: number): Promise<Slice | null> {
    if (this.#drawing !== null) {
      await this.#drawing;
      return null;
    }
    const held = this.reserved;
    this.#slice = held; // no call is sent on what this draw may give back
    this.#spentSinceDraw = 0;
    const drawing = draw(held + more, held);
    this.#drawing = drawing.catch(() => {});
    try {
      const drawn = await drawing;
      this.#slice = drawn.granted - this.#spentSinceDraw;
      this.#free = drawn.free - drawn.granted;
      return drawn;
    } finally {
      this.#drawing = null;
    }
  }

  #exceeds(limit: number, call: CallMaximum): boolean {
    if (this.#purse !== null) return this.reserved + this.reserveFor(call) > this.#slice;
    return this.#spent + this.reserved + this.reserveFor(call) > limit;
  }

  #isOnTrial({ inFlight, confirmed }: ModelReserve, { dollars }: CallMaximum): boolean {
    return dollars > 0 && confirmed < enoughConfirmed && inFlight >= Math.max(firstCalls, 2 * confirmed);
  }

  #of(identity: string): ModelReserve {
    const known = this.#models.get(identity) ?? { factor: 1, held: 0, inFlight: 0, confirmed: 0 };
    this.#models.set(identity, known);
    return known;
  }
}
