import type { RateWindow } from '../models/rate-windows.ts';
import { AdaptiveLimit, type Load, type Ticket } from './adaptive-limit.ts';
import type { EndpointRecord, EndpointState, LimitReason } from './endpoint-record.ts';
import { LimitHistory, roundedLimit } from './limit-history.ts';
import { StatedPace } from './stated-pace.ts';

export interface GovernorOptions {
  readonly endpoint: string;
  readonly mode: 'adaptive' | 'fixed';
  /** Calls in flight: at most so many, or, when fixed, so many. */
  readonly ceiling: number;
  /** When the sitting began: on the clock of the calls, and as ISO 8601. */
  readonly begunAt: number;
  readonly startedAt: string;
  readonly random: () => number;
}

/** Calls in flight to begin with. */
export function startOf(ceiling: number): number {
  return Math.min(ceiling, Math.max(4, Math.ceil(ceiling / 4)));
}

/** When calls to one endpoint may start, and the record of it. Pure: time comes in as an argument. */
export class Governor {
  readonly #options: GovernorOptions;
  readonly #limit: AdaptiveLimit;
  readonly #pace = new StatedPace();
  readonly #history: LimitHistory;
  #mostInFlight = 0;
  #attempts = 0;
  #refused = 0;
  #strained = 0;
  #pausedMs = 0;

  constructor(options: GovernorOptions) {
    const { mode, ceiling, random, begunAt } = options;
    this.#options = options;
    this.#history = new LimitHistory(ceiling);
    this.#limit = new AdaptiveLimit({ ceiling, start: mode === 'fixed' ? null : startOf(ceiling), random });
    this.#point('start', begunAt);
  }

  get isHopeless(): boolean {
    return this.#limit.isHopeless;
  }

  /** Milliseconds until a call may start; null: not before one in flight has ended. */
  wait(now: number): number | null {
    const wait = this.#limit.wait(now);
    return wait === null ? null : Math.max(wait, this.#pace.wait(now, this.#limit.inFlight));
  }

  start(now: number): Ticket {
    const ticket = this.#limit.start(now);
    this.#pace.started(now);
    this.#attempts += 1;
    this.#mostInFlight = Math.max(this.#mostInFlight, this.#limit.inFlight);
    return ticket;
  }

  /** Tells what the server stated of its rate limits. A fixed limit goes by Retry-After alone. */
  stated(windows: readonly RateWindow[], now: number): void {
    if (this.#options.mode === 'adaptive') this.#pace.note(windows, now);
  }

  ended(ticket: Ticket, load: Load, now: number): void {
    const { limit, pausedUntil } = this.#limit;
    this.#limit.ended(ticket, load, now);
    if (load.kind === 'answered') this.#pace.used(load.tokens);
    if (load.kind === 'throttled') this.#refused += 1;
    if (load.kind === 'strained') this.#strained += 1;
    const longer = this.#limit.pausedUntil - Math.max(now, pausedUntil);
    if (longer > 0) this.#pausedMs += longer;
    if (this.#limit.limit < limit) this.#point(load.kind === 'strained' ? 'strained' : 'refused', now);
    else if (longer > 0) this.#point('paused', now);
    else if (this.#limit.limit > limit) this.#point('grew', now);
  }

  state(now: number): EndpointState {
    const { endpoint, mode } = this.#options;
    const paused = this.#limit.pausedUntil - now;
    const paced = this.#pace.wait(now, this.#limit.inFlight);
    return {
      endpoint,
      mode,
      limit: roundedLimit(this.#limit.limit),
      inFlight: this.#limit.inFlight,
      waiting: paused > 0 ? { ms: paused, why: 'paused' } : paced > 0 ? { ms: paced, why: 'rate-limit' } : null,
    };
  }

  record(): EndpointRecord {
    const { endpoint, mode, ceiling, startedAt } = this.#options;
    return {
      endpoint,
      startedAt,
      mode,
      ceiling,
      mostInFlight: this.#mostInFlight,
      attempts: this.#attempts,
      refused: this.#refused,
      strained: this.#strained,
      pausedMs: Math.round(this.#pausedMs),
      history: [...this.#history.points],
    };
  }

  #point(why: LimitReason, now: number): void {
    const atMs = Math.round(now - this.#options.begunAt);
    this.#history.add({ atMs, limit: roundedLimit(this.#limit.limit), why });
  }
}
