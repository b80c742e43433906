import { longestPause, maxPauses, nextPause } from './probe-pauses.ts';

/** Maximum connection refusals of a server that has never answered. */
const maxFirstRefusals = 2;
/** Consecutive server errors that are taken for errors of single calls: before the server has handled any call, and later. */
const toleratedFirst = 5;
const toleratedLater = 20;
/** Maximum pauses of a server that replies with errors alone, 69 to 92 seconds in total. */
const maxErrorPauses = 9;

/**
 * Waits while a server cannot be reached, or replies with errors alone: one call at a time probes it, after pauses that
 * double from 0.5 to 30 seconds. Pure: time is an argument, in milliseconds of a monotonic clock.
 */
export class Outage {
  readonly #random: () => number;
  #hasReplied = false;
  /** Whether the server has handled a call: with an answer or a refusal. */
  #hasWorked = false;
  /** Server errors since the last call that the server handled. */
  #errors = 0;
  #pauses = 0;
  #pausedAt = Number.NEGATIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;
  /** Start of the probing call; null while there is none. */
  #triedAt: number | null = null;

  /** `random` returns 0 to 1 for the jitter of pauses. */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** Whether the server has replied to any call. */
  get hasReplied(): boolean {
    return this.#hasReplied;
  }

  /**
   * Whether trying further is pointless: a server that has replied stayed unreachable for four minutes or sent errors
   * alone for more than one, or another one refused twice.
   */
  get isHopeless(): boolean {
    return this.#pauses >= this.#maxPauses;
  }

  /** Whether the server replies, but with errors alone. */
  get isErring(): boolean {
    return this.#errors > 0;
  }

  /** End of the current pause. */
  get until(): number {
    return this.#until;
  }

  /** Returns the milliseconds until a call may start; null: not before the probing call has ended. */
  wait(now: number): number | null {
    if (this.#pauses === 0) return 0;
    if (now < this.#until) return this.#until - now;
    return this.#triedAt === null ? 0 : null;
  }

  started(now: number): void {
    if (this.#pauses > 0) this.#triedAt = now;
  }

  /** Records a call that did not reach the server. Calls of one burst count once. */
  unreached(startedAt: number, now: number): void {
    this.#ended(startedAt);
    this.#pause(startedAt, now);
  }

  /** Records a server error, such as status 500: enough of them in a row mean that the server works for no call. */
  erred(startedAt: number, now: number): void {
    this.#ended(startedAt);
    this.#hasReplied = true;
    this.#errors += 1;
    if (this.#errors > (this.#hasWorked ? toleratedLater : toleratedFirst)) this.#pause(startedAt, now);
    else this.#pauses = 0;
  }

  /** Records a call that reached the server; `hasWorked`: it was also answered or refused. */
  reached(startedAt: number, hasWorked: boolean): void {
    this.#ended(startedAt);
    this.#hasReplied ||= hasWorked;
    this.#hasWorked ||= hasWorked;
    if (hasWorked) this.#errors = 0;
    this.#pauses = 0;
  }
  /** Returns the milliseconds until the server is given up at the latest; null while it is reachable. */
  givenUpIn(now: number): number | null {
    if (this.#pauses === 0 || this.isHopeless) return null;
    let left = Math.max(0, this.#until - now);
    for (let pause = this.#pauses; pause < this.#maxPauses - 1; pause += 1) left += longestPause(pause);
    return left;
  }

  get #maxPauses(): number {
    if (!this.#hasReplied) return maxFirstRefusals;
    return this.#errors > 0 ? maxErrorPauses : maxPauses;
  }

  #pause(startedAt: number, now: number): void {
    if (startedAt < this.#pausedAt) return;
    const pause = nextPause(this.#pauses, this.#random);
    this.#pauses += 1;
    this.#pausedAt = now;
    this.#until = now + pause;
  }

  #ended(startedAt: number): void {
    if (startedAt === this.#triedAt) this.#triedAt = null;
  }
}
