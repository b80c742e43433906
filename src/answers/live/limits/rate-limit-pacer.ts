import type { RateWindow } from '../../../models/http/rate-windows.ts';

/** Below this share of a window, the rest of it is spread over the time until it resets. */
const spreadBelow = 0.1;
/** Maximum gap between calls, whatever a header says. */
const maxGapMs = 60_000;

interface Stated extends RateWindow {
  readonly at: number;
  readonly startedBefore: number;
}

/**
 * Spaces the starts of calls so that a server's stated rate limits are not exceeded. Handles both kinds of limits: a
 * window that resets at once, and a bucket that refills steadily, where it settles at the refill rate.
 */
export class RateLimitPacer {
  readonly #stated = new Map<string, Stated>();
  #started = 0;
  #lastStart = Number.NEGATIVE_INFINITY;
  #tokensACall: number | null = null;
  #workers = 1;

  /** Reports the number of processes that share the limits: each sends at their part of the rate. */
  sharedBy(workers: number): void {
    this.#workers = Math.max(1, workers);
  }

  note(windows: readonly RateWindow[], now: number): void {
    for (const window of windows) {
      const key = `${window.unit} ${window.limit}`;
      this.#stated.set(key, { ...window, at: now, startedBefore: this.#started });
    }
  }

  started(now: number): void {
    this.#started += 1;
    this.#lastStart = now;
  }

  /** Reports the tokens of an answer, input and output. */
  used(tokens: number | null): void {
    if (tokens === null) return;
    this.#tokensACall = this.#tokensACall === null ? tokens : this.#tokensACall + 0.05 * (tokens - this.#tokensACall);
  }

  /** Returns the milliseconds until a call may start, given the calls in flight. */
  wait(now: number, inFlight: number): number {
    let wait = 0;
    for (const [key, window] of this.#stated) {
      const left = window.at + window.resetMs - now;
      if (left <= 0) this.#stated.delete(key);
      else wait = Math.max(wait, this.#lastStart + this.#gap(window, left, inFlight) - now);
    }
    return wait;
  }

  #gap({ unit, limit, remaining, startedBefore }: Stated, left: number, inFlight: number): number {
    const each = unit === 'requests' ? 1 : (this.#tokensACall ?? 0);
    const rest = remaining - (this.#started - startedBefore) * each;
    const plenty = Math.max(limit === null ? 0 : spreadBelow * limit, 2 * this.#workers * inFlight * each);
    if (rest > plenty) return 0;
    return Math.min(maxGapMs, rest < Math.max(1, each) ? left : (this.#workers * left * each) / rest);
  }
}
