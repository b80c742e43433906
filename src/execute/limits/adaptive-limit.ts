/**
 * What an attempt said of the server's load; `strained`: a time-out or a lost connection; `unreached`: there was no server;
 * `neutral`: nothing.
 */
export type Load =
  | { readonly kind: 'answered'; readonly tokens: number | null }
  | { readonly kind: 'throttled'; readonly retryAfterMs: number | null }
  | { readonly kind: 'strained' }
  | { readonly kind: 'unreached' }
  | { readonly kind: 'neutral' };

/** A call that was started: when (milliseconds of a clock that only rises), and whether the limit was felt then. */
export interface Ticket {
  readonly startedAt: number;
  readonly binding: boolean;
  /** Decreases before it. */
  readonly era: number;
}

export interface LimitOptions {
  /** Calls in flight that are never passed. */
  readonly ceiling: number;
  /** Calls in flight to begin with; null: the ceiling, and it stays there. */
  readonly start: number | null;
  /** From 0 to 1, for the jitter of pauses. */
  readonly random: () => number;
}

/** After a refusal: this share of what was in flight, and back up to `backTo` of it before higher is tried again. */
const decreaseTo = 0.7;
const backTo = 0.9;
const strainTo = 0.9;
const lowest = 1 / 256;
/** Higher is tried again after a time or a number of answers, both doubled each time that it is refused, up to so often. */
const firstProbeMs = 5_000;
const firstProbeAnswers = 100;
const mostDoublings = 4;
/** A refusal after so many calls that were taken is of a server that refuses now and then, whatever its load. */
const acceptedBetween = 10;
const slightlyTo = 0.97;
const soonDoublings = -2;
/** Share of the last calls that timed out or were lost, above which that is of the load, and not of single prompts. */
const strainedShare = 0.3;
const timerMs = 4;
const firstPauseMs = 500;
const longestPauseMs = 30_000;
/** Pauses in a row with no answer between: three to four and a half minutes, after which retrying is no use. */
const hopelessPauses = 14;

/**
 * How many calls a server takes at once, found out as TCP finds out a path: doubling until the first refusal, then
 * careful. Pure: time comes in as an argument. Below 1, and whenever a server has refused, starts are also spaced.
 */
export class AdaptiveLimit {
  readonly #options: LimitOptions;
  #limit: number;
  /** Level that is known to be taken; null until the first refusal. */
  #hold: number | null = null;
  #probeAt = 0;
  #doublings = 0;
  #era = 0;
  #acceptedSince = 0;
  #startedSince = 0;
  #acceptedInARow = 0;
  #strain = 0;
  #halfOpen = false;
  #pauses = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #nextStart = Number.NEGATIVE_INFINITY;
  #latencyMs = 0;
  #inFlight = 0;

  constructor(options: LimitOptions) {
    this.#options = options;
    this.#limit = Math.min(options.ceiling, options.start ?? options.ceiling);
  }

  /** Calls in flight that are allowed now; a fraction below 1 stands for one call and then a rest. */
  get limit(): number {
    return this.#limit;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get pausedUntil(): number {
    return this.#pausedUntil;
  }

  /** Nothing was answered through so many pauses that asking again is no use. */
  get isHopeless(): boolean {
    return this.#pauses >= hopelessPauses;
  }

  /** Milliseconds until a call may start; null: not before one in flight has ended. */
  wait(now: number): number | null {
    if (now < this.#pausedUntil) return this.#pausedUntil - now;
    if (this.#halfOpen && this.#startedSince > 0) return null;
    if (this.#inFlight >= Math.max(1, Math.ceil(this.#limit))) return null;
    return Math.max(0, this.#nextStart - now);
  }

  start(now: number): Ticket {
    this.#inFlight += 1;
    this.#startedSince += 1;
    if (this.#hold !== null) {
      const gap = this.#latencyMs / this.#limit;
      // A start that came late is made up for, at most one or what a timer's coarseness costs.
      this.#nextStart = Math.max(this.#nextStart, now - Math.max(gap, timerMs)) + gap;
    }
    return { startedAt: now, binding: this.#inFlight * 2 > this.#limit, era: this.#era };
  }

  /** Tells that a call has ended. */
  ended(ticket: Ticket, load: Load, now: number): void {
    this.#inFlight -= 1;
    const fresh = ticket.era === this.#era;
    if (fresh) this.#startedSince -= 1;
    if (load.kind === 'throttled' && load.retryAfterMs !== null) this.#pause(load.retryAfterMs, now);
    if (load.kind === 'answered') this.#latencyMs = smoothed(this.#latencyMs, now - ticket.startedAt);
    // What was sent before the last decrease is of the same burst, or tells of the load before it.
    if (!fresh || this.#options.start === null || load.kind === 'unreached') return;
    if (load.kind === 'throttled') {
      this.#throttled(now);
      return;
    }
    this.#acceptedSince += 1;
    this.#acceptedInARow += 1;
    this.#strain += ((load.kind === 'strained' ? 1 : 0) - this.#strain) / 16;
    if (load.kind === 'answered') this.#answered(ticket, now);
    if (load.kind === 'strained' && this.#strain > strainedShare && this.#limit > 1) {
      this.#decrease(strainTo, this.#limit, now);
    }
  }

  /** Whether more than is known to be taken is being tried. */
  get #isTrying(): boolean {
    return this.#hold === null || this.#limit > this.#hold;
  }

  #answered({ binding }: Ticket, now: number): void {
    this.#halfOpen = false;
    this.#pauses = 0;
    if (!binding) return;
    this.#limit = Math.min(this.#options.ceiling, this.#limit + this.#growth(now));
    if (this.#hold !== null && this.#limit >= 1.5 * this.#hold) {
      this.#hold = null; // the server takes much more than it did: look for the end anew
      this.#doublings = 0;
    }
  }

  /** For one answer. There are as many answers a round trip as calls in flight. */
  #growth(now: number): number {
    if (this.#hold === null) return 1; // doubles every round trip
    const round = Math.max(1, this.#limit);
    if (this.#limit < this.#hold) return Math.min(this.#hold - this.#limit, (0.1 * this.#hold) / round);
    const proven = now >= this.#probeAt || this.#acceptedSince >= firstProbeAnswers * 2 ** this.#doublings;
    return proven ? (0.05 * this.#hold) / round : 0;
  }

  #throttled(now: number): void {
    const acceptedInARow = this.#acceptedInARow;
    this.#acceptedInARow = 0;
    if (this.#acceptedSince === 0 && this.#hold !== null) {
      // Lower was no help: the server takes nothing for a while. One call at a time asks whether it does again.
      const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** this.#pauses);
      this.#pauses += 1;
      this.#pause(pause * (0.75 + this.#options.random() / 4), now);
      if (this.#halfOpen) this.#newEra();
      else this.#decrease(decreaseTo, this.#level, now);
      this.#halfOpen = true;
      return;
    }
    if (!this.#isTrying && acceptedInARow >= acceptedBetween) this.#decreaseSlightly(now);
    else this.#decrease(decreaseTo, this.#level, now);
  }

  /** What was refused: less than the limit where fewer calls were in flight. */
  get #level(): number {
    return Math.min(this.#limit, Math.max(0.75 * this.#limit, this.#inFlight + 1));
  }

  /** A server that refuses at random must not end up with one call at a time, and higher is tried again soon. */
  #decreaseSlightly(now: number): void {
    this.#hold = Math.max(lowest, slightlyTo * (this.#hold ?? this.#limit));
    this.#limit = Math.min(this.#limit, this.#hold);
    this.#doublings = soonDoublings;
    this.#probeAt = Math.min(this.#probeAt, now + firstProbeMs * 2 ** soonDoublings);
  }

  #decrease(share: number, level: number, now: number): void {
    const tried = this.#hold !== null && this.#isTrying;
    this.#doublings = tried ? Math.min(mostDoublings, this.#doublings + 1) : 0;
    this.#limit = Math.max(lowest, level * share);
    const least = tried ? slightlyTo * (this.#hold ?? 0) : lowest;
    this.#hold = Math.max(least, level * backTo);
    this.#probeAt = now + firstProbeMs * 2 ** this.#doublings;
    this.#strain = 0;
    this.#newEra();
  }

  #newEra(): void {
    this.#era += 1;
    this.#acceptedSince = 0;
    this.#startedSince = 0;
  }

  #pause(milliseconds: number, now: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, now + milliseconds);
  }
}

function smoothed(before: number, value: number): number {
  return before === 0 ? value : before + 0.05 * (value - before);
}
