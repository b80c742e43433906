import type { Attempt } from '../../domain/answer.ts';
import type { EndpointRecord, EndpointState } from '../../domain/endpoint-record.ts';
import type { RateWindow } from '../../models/http/rate-windows.ts';
import type { Ticket } from './adaptive-limit.ts';
import { ConcurrencyController } from './concurrency-controller.ts';
import { classifyLoad } from './load-signal.ts';
import { Semaphore } from './semaphore.ts';

/**
 * Calls between being sent and being stored, for each place: a commit of some milliseconds must not keep a fast server
 * waiting, and a kill can cost no more answers than this many times the places.
 */
export const maxUnstoredPerSlot = 2;

export interface EndpointOptions {
  /** As the record names it; holds no secret. */
  readonly name: string;
  readonly mode: 'adaptive' | 'fixed';
  /** Calls in flight that are never passed; when fixed, as many as there may be from the start. */
  readonly ceiling: number;
}

/** One server that calls share: who waits for a place there, and when the next may start. */
export class Endpoint {
  /** A place is held from before sending until what came is stored. */
  readonly unstored: Semaphore;
  readonly #governor: ConcurrencyController;
  readonly #waiting: ((ticket: Ticket | null) => void)[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor({ name, mode, ceiling }: EndpointOptions) {
    this.unstored = new Semaphore(maxUnstoredPerSlot * ceiling);
    this.#governor = new ConcurrencyController({
      endpoint: name,
      mode,
      ceiling,
      begunAt: performance.now(),
      startedAt: new Date().toISOString(),
      random: Math.random,
    });
  }

  /** So many pauses ended without one answer that repeating an attempt is no use. */
  get isHopeless(): boolean {
    return this.#governor.isHopeless;
  }

  /** Whether the server has replied to any call of this execution. */
  get hasReplied(): boolean {
    return this.#governor.hasReplied;
  }

  /** Resolves when one may be sent; null: nothing may, as `stop` was first. What came of it is told to `ended`. */
  turn(stop: AbortSignal): Promise<Ticket | null> {
    if (stop.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#admit();
    });
  }

  /** What came of it decides how many may run. */
  ended(ticket: Ticket, attempt: Attempt): void {
    this.#governor.ended(ticket, classifyLoad(attempt), performance.now());
    this.#admit();
  }

  /** What the server states of its rate limits, beside an answer or a refusal. */
  stated(windows: readonly RateWindow[]): void {
    this.#governor.stated(windows, performance.now());
  }

  /** Sends those that wait away: nothing of theirs is run. */
  release(): void {
    this.#stopTimer();
    for (const go of this.#waiting.splice(0)) go(null);
  }

  state(): EndpointState {
    return this.#governor.state(performance.now());
  }

  record(): EndpointRecord {
    return this.#governor.record();
  }

  /** Starts whoever may start, and comes back when the next may. */
  #admit(): void {
    this.#stopTimer();
    while (this.#waiting.length > 0) {
      const now = performance.now();
      const wait = this.#governor.wait(now);
      if (wait === null) return; // the end of a call comes back here
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#admit(), Math.ceil(wait));
        return;
      }
      this.#waiting.shift()?.(this.#governor.start(now));
    }
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
