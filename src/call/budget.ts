import type { KeyedCall } from '../plan/call.ts';
import type { Usage } from './answer.ts';

/** US dollars for a million tokens. Cached input costs `cachedInput` where it is priced apart. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cachedInput: number | null;
}

/** What a run may cost; money is set aside before a call is sent, at the most that the call can cost. */
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

  /** What calls without an answer have cost at most; it counts as spent. */
  get unsure(): number {
    return this.#unsure;
  }

  /** False when the call could pass the limit, also after everything in flight has come in: it must not be sent. */
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

  settle(reserved: number, cost: number): void {
    this.#inFlight -= 1;
    this.#reserved = this.#inFlight === 0 ? 0 : this.#reserved - reserved;
    this.#spent += cost;
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

/**
 * Tokens that a message has at most, with 16 for its frame: a token holds at least two characters of ASCII prose, and at
 * least one byte of any other script, as tokenizers fall back to bytes.
 */
export function mostTokens(text: string): number {
  const beyondAscii = Buffer.byteLength(text) - text.length; // one to three bytes a character of another script
  return Math.ceil(text.length / 2 + 1.5 * beyondAscii) + 16;
}

/** Tokens that a text has by the usual rule of thumb of four characters a token. */
export function likelyTokens(characters: number): number {
  return Math.ceil(characters / 4) + 8;
}

/** Dollars for an answer; null when the price or a count is unknown. Input counts that include cached tokens are charged once. */
export function costOf(usage: Usage, price: Price | null): number | null {
  if (price === null) return null;
  if (price.input === 0 && price.output === 0) return 0; // whatever was counted
  if (usage.input === null || usage.output === null) return null;
  const cached = usage.cachedInput ?? 0;
  const fresh = Math.max(0, usage.input - cached);
  return (fresh * price.input + cached * (price.cachedInput ?? price.input) + usage.output * price.output) / 1e6;
}

/** The most dollars that a call can cost; 0 where no price is known (then a budget is refused beforehand). */
export function mostCost({ messages, sampling }: KeyedCall, price: Price | null): number {
  if (price === null) return 0;
  const tokens = messages.reduce((sum, { content }) => sum + mostTokens(content), 0);
  return (tokens * price.input + (sampling.maxOutputTokens ?? 0) * price.output) / 1e6;
}
