import type { EndpointRecord, EndpointState, LimitPoint, LimitReason } from '../../../domain/endpoint-record.ts';
import type { RateWindow } from '../../../models/http/rate-windows.ts';
import { maxRetryAfterMs } from '../../../models/http/retry-after.ts';
import { AdaptiveLimit, type Load, type Ticket } from './adaptive-limit.ts';
import { Outage } from './outage.ts';
import { RateLimitPacer } from './rate-limit-pacer.ts';

const mostPoints = 200;

/** Changes of a limit over time, in bounded memory. */
class LimitHistory {
  readonly #maxInFlight: number;
  #points: LimitPoint[] = [];

  constructor(maxInFlight: number) {
    this.#maxInFlight = maxInFlight;
  }

  get points(): readonly LimitPoint[] {
    return this.#points;
  }

  /** Records a point if it is informative: a reason other than growth, growth by a tenth, or growth to the maximum. */
  add(point: LimitPoint): void {
    const last = this.#points.at(-1);
    const small = last !== undefined && point.limit - last.limit < 0.1 * last.limit;
    if (point.why === 'grew' && small && point.limit !== this.#maxInFlight) return;
    this.#points.push(point);
    if (this.#points.length > mostPoints) this.#points = thinned(this.#points);
  }
}

/** Returns every second point of the older half, and all of the newer half. */
function thinned(points: readonly LimitPoint[]): LimitPoint[] {
  return points.filter((_, index) => index % 2 === 0 || index >= points.length / 2);
}

/** Returns a limit rounded for storage and display: whole above 10, else to two digits. */
function roundedLimit(limit: number): number {
  return limit >= 10 ? Math.round(limit) : Number(limit.toPrecision(2));
}

interface ConcurrencyControllerOptions {
  readonly endpoint: string;
  readonly mode: 'adaptive' | 'fixed';
  /** Maximum calls in flight; the constant number of them in fixed mode. */
  readonly maxInFlight: number;
  /** Start of the execution: on the calls' clock, and as ISO 8601. */
  readonly begunAt: number;
  readonly startedAt: string;
  readonly random: () => number;
}

/** Consecutive times that a server may request the maximum wait or more before it is given up: an hour. */
const maxLongWaits = 4;

/** Returns the initial number of calls in flight. */
function startOf(maxInFlight: number): number {
  return Math.min(maxInFlight, Math.max(4, Math.ceil(maxInFlight / 4)));
}

/** Decides when calls to one endpoint may start, and records it. Pure: time is an argument. */
export class ConcurrencyController {
  readonly #options: ConcurrencyControllerOptions;
  readonly #limit: AdaptiveLimit;
  readonly #pace = new RateLimitPacer();
  readonly #outage: Outage;
  readonly #history: LimitHistory;
  #mostInFlight = 0;
  #attempts = 0;
  #refused = 0;
  #strained = 0;
  #pausedMs = 0;
  #longWaits = 0;

  constructor(options: ConcurrencyControllerOptions) {
    const { mode, maxInFlight, random, begunAt } = options;
    this.#options = options;
    this.#history = new LimitHistory(maxInFlight);
    this.#limit = new AdaptiveLimit({ maxInFlight, start: mode === 'fixed' ? null : startOf(maxInFlight), random });
    this.#outage = new Outage(random);
    this.#point('start', begunAt);
  }

  get isHopeless(): boolean {
    return this.#limit.isHopeless || this.#outage.isHopeless || this.#longWaits >= maxLongWaits;
  }

  /** Whether the server has replied to any call. */
  get hasReplied(): boolean {
    return this.#outage.hasReplied;
  }

  /** Returns the milliseconds until a call may start; null: not before a call in flight has ended. */
  wait(now: number): number | null {
    const wait = this.#limit.wait(now);
    const away = this.#outage.wait(now);
    return wait === null || away === null ? null : Math.max(wait, away, this.#pace.wait(now, this.#limit.inFlight));
  }

  start(now: number): Ticket {
    const ticket = this.#limit.start(now);
    this.#pace.started(now);
    this.#outage.started(now);
    this.#attempts += 1;
    this.#mostInFlight = Math.max(this.#mostInFlight, this.#limit.inFlight);
    return ticket;
  }

  /** Reports the number of processes that share the endpoint, and so its rate limits. */
  sharedBy(workers: number): void {
    this.#pace.sharedBy(workers);
  }

  /** Reports the rate limits that the server states. In fixed mode only Retry-After counts. */
  stated(windows: readonly RateWindow[], now: number): void {
    if (this.#options.mode === 'adaptive') this.#pace.note(windows, now);
  }

  ended(ticket: Ticket, load: Load, now: number): void {
    const { limit } = this.#limit;
    const pausedUntil = this.#pausedUntil;
    this.#limit.ended(ticket, load, now);
    if (load.kind === 'unreached') this.#outage.unreached(ticket.startedAt, now);
    else if (load.kind === 'error') this.#outage.erred(ticket.startedAt, now);
    else this.#outage.reached(ticket.startedAt, load.kind !== 'strained');
    if (load.kind === 'answered') this.#longWaits = 0;
    if (load.kind === 'throttled' && (load.retryAfterMs ?? 0) >= maxRetryAfterMs && pausedUntil <= now)
      this.#longWaits += 1;
    if (load.kind === 'answered') this.#pace.used(load.tokens);
    if (load.kind === 'throttled') this.#refused += 1;
    if (load.kind === 'strained' || load.kind === 'unreached') this.#strained += 1;
    const longer = this.#pausedUntil - Math.max(now, pausedUntil);
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
      waiting:
        this.#away(now) ??
        (paused > 0
          ? { ms: paused, why: 'paused', givenUpInMs: this.#limit.givenUpIn(now) }
          : paced > 0
            ? { ms: paced, why: 'rate-limit' }
            : null),
    };
  }

  #away(now: number): EndpointState['waiting'] {
    const givenUpInMs = this.#outage.givenUpIn(now);
    if (givenUpInMs === null) return null;
    const why = this.#outage.isErring ? 'erring' : 'unreachable';
    return { ms: Math.max(0, this.#outage.until - now), why, givenUpInMs };
  }

  get #pausedUntil(): number {
    return Math.max(this.#limit.pausedUntil, this.#outage.until);
  }

  record(): EndpointRecord {
    const { endpoint, mode, maxInFlight, startedAt } = this.#options;
    return {
      endpoint,
      startedAt,
      mode,
      ceiling: maxInFlight,
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
