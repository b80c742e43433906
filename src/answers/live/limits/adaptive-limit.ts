import { longestPause, maxPauses, nextPause } from './probe-pauses.ts';
import { ThroughputPlateau } from './throughput-plateau.ts';

/**
 * What an attempt shows about the server's load. `strained`: a timeout or a lost connection; `unreached`: the server
 * could not be reached; `error`: a server error, which counts while no call is handled; `neutral`: nothing.
 */
export type Load =
  | { readonly kind: 'answered'; readonly tokens: number | null }
  | { readonly kind: 'throttled'; readonly retryAfterMs: number | null }
  | { readonly kind: 'strained' }
  | { readonly kind: 'unreached' }
  | { readonly kind: 'error' }
  | { readonly kind: 'neutral' };

/** A started call: its start (milliseconds of a monotonic clock), and whether the limit was binding then. */
export interface Ticket {
  readonly startedAt: number;
  readonly binding: boolean;
  /** Number of decreases before the start. */
  readonly era: number;
}

interface LimitOptions {
  /** Upper bound on calls in flight. */
  readonly maxInFlight: number;
  /** Initial calls in flight; null: fixed at the maximum. */
  readonly start: number | null;
  /** Returns a number from 0 to 1 for the jitter of pauses. */
  readonly random: () => number;
}

/**
 * After a refusal, the limit drops to this share of the calls in flight, and grows back to `backTo` of them before it
 * probes higher.
 */
const decreaseTo = 0.7;
const backTo = 0.9;
const strainTo = 0.9;
const lowest = 1 / 256;
/** The limit probes higher after a time or a number of answers. Both double with each refused probe, up to a maximum. */
const firstProbeMs = 5_000;
const firstProbeAnswers = 100;
const mostDoublings = 4;
/** A refusal after this many accepted calls indicates a server that refuses at random, independent of its load. */
const acceptedBetween = 10;
const slightlyTo = 0.97;
const soonDoublings = -2;
/** Share of recent calls that timed out or were lost, above which load is the cause and not single prompts. */
const strainedShare = 0.3;
const timerMs = 4;

/**
 * Adaptive limit on calls in flight, by slow start and AIMD as in TCP: doubles until the first refusal, then grows
 * carefully. A limit that brings no more answers per second goes back. Pure: time is an argument. Below 1, and after any
 * refusal, starts are also spaced.
 */
export class AdaptiveLimit {
  readonly #options: LimitOptions;
  readonly #plateau = new ThroughputPlateau();
  #limit: number;
  /** Level that the server is known to accept; null until the first refusal. */
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
    this.#limit = Math.min(options.maxInFlight, options.start ?? options.maxInFlight);
  }

  /** Calls in flight that are allowed now; a fraction below 1 means one call and then a pause. */
  get limit(): number {
    return this.#limit;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get pausedUntil(): number {
    return this.#pausedUntil;
  }

  /** Whether so many consecutive pauses brought no answer that retrying is pointless. */
  get isHopeless(): boolean {
    return this.#pauses >= maxPauses;
  }

  /** Returns the milliseconds until a server that refuses every call is given up at the latest; null while it answers. */
  givenUpIn(now: number): number | null {
    if (this.#pauses === 0 || this.isHopeless) return null;
    let left = Math.max(0, this.#pausedUntil - now);
    for (let pause = this.#pauses; pause < maxPauses - 1; pause += 1) left += longestPause(pause);
    return left;
  }

  /** Returns the milliseconds until a call may start; null: not before a call in flight has ended. */
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
      // Catches up on a late start, by at most one call or the timer's resolution.
      this.#nextStart = Math.max(this.#nextStart, now - Math.max(gap, timerMs)) + gap;
    }
    return { startedAt: now, binding: this.#inFlight * 2 > this.#limit, era: this.#era };
  }

  /** Reports that a call has ended. */
  ended(ticket: Ticket, load: Load, now: number): void {
    this.#inFlight -= 1;
    const fresh = ticket.era === this.#era;
    if (fresh) this.#startedSince -= 1;
    if (load.kind === 'throttled' && load.retryAfterMs !== null) this.#pause(load.retryAfterMs, now);
    if (load.kind === 'answered') this.#latencyMs = smoothed(this.#latencyMs, now - ticket.startedAt);
    // Calls sent before the last decrease belong to the same burst, or reflect the load before it.
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

  /** Whether the limit is above the known level. */
  get #isTrying(): boolean {
    return this.#hold === null || this.#limit > this.#hold;
  }

  #answered({ binding }: Ticket, now: number): void {
    this.#halfOpen = false;
    this.#pauses = 0;
    if (!binding) {
      this.#plateau.notBinding();
      return;
    }
    if (this.#hold === null) {
      const enough = this.#plateau.answered(this.#limit, now);
      if (enough !== null) this.#limit = Math.max(1, Math.min(this.#limit, enough));
      if (!this.#plateau.mayGrow(this.#limit, now, this.#latencyMs)) return;
    }
    this.#limit = Math.min(this.#options.maxInFlight, this.#limit + this.#growth(now));
    if (this.#hold !== null && this.#limit >= 1.5 * this.#hold) {
      this.#hold = null; // the server accepts much more than before: search again
      this.#doublings = 0;
    }
  }

  /** Returns the growth for one answer. A round trip brings as many answers as calls in flight. */
  #growth(now: number): number {
    if (this.#hold === null) return 1; // doubles every round trip
    const round = Math.max(1, this.#limit);
    if (this.#limit < this.#hold) return Math.min(this.#hold - this.#limit, (0.1 * this.#hold) / round);
    const proven = now >= this.#probeAt || this.#acceptedSince >= firstProbeAnswers * 2 ** this.#doublings;
    return proven ? (0.05 * this.#hold) / round : 0;
  }

  #throttled(now: number): void {
    this.#plateau.refused();
    const acceptedInARow = this.#acceptedInARow;
    this.#acceptedInARow = 0;
    if (this.#acceptedSince === 0 && this.#hold !== null) {
      // A lower limit did not help: the server accepts nothing for a while. One call at a time probes it.
      const pause = nextPause(this.#pauses, this.#options.random);
      this.#pauses += 1;
      this.#pause(pause, now);
      if (this.#halfOpen) this.#newEra();
      else this.#decrease(decreaseTo, this.#level, now);
      this.#halfOpen = true;
      return;
    }
    if (!this.#isTrying && acceptedInARow >= acceptedBetween) this.#decreaseSlightly(now);
    else this.#decrease(decreaseTo, this.#level, now);
  }

  /** Returns the level that was refused: below the limit if fewer calls were in flight. */
  get #level(): number {
    return Math.min(this.#limit, Math.max(0.75 * this.#limit, this.#inFlight + 1));
  }

  /**
   * Decreases the limit slightly: a server that refuses at random must not end up with one call at a time. The next
   * probe comes soon.
   */
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
