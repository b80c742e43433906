const firstPauseMs = 500;
const longestPauseMs = 30_000;
/** Pauses through which a server that has answered is waited for: as long as one that answers 503. */
const maxPauses = 14;
/** Refusals after which a server that has never answered is given up. */
const maxFirstRefusals = 2;

/**
 * Waits out the time in which a server cannot be reached: one call at a time tries whether it is back, after pauses that
 * double from 0.5 to 30 seconds. Pure: time comes in as an argument, in milliseconds of a clock that only rises.
 */
export class Outage {
  readonly #random: () => number;
  #hasReplied = false;
  #pauses = 0;
  #pausedAt = Number.NEGATIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;
  /** When the call that tries was started; null while none does. */
  #triedAt: number | null = null;

  /** `random` gives 0 to 1, for the jitter of pauses. */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** Whether the server has replied to any call, with an answer or a refusal. */
  get hasReplied(): boolean {
    return this.#hasReplied;
  }

  /** Trying on is pointless: a server that has replied stayed away for four minutes, another refused twice. */
  get isHopeless(): boolean {
    return this.#pauses >= this.#maxPauses;
  }

  /** When the pause ends that is running. */
  get until(): number {
    return this.#until;
  }

  /** Milliseconds until a call may start; null: not before the one that tries has ended. */
  wait(now: number): number | null {
    if (this.#pauses === 0) return 0;
    if (now < this.#until) return this.#until - now;
    return this.#triedAt === null ? 0 : null;
  }

  started(now: number): void {
    if (this.#pauses > 0) this.#triedAt = now;
  }

  /** Notes a call that ended without reaching the server. Calls of one burst count once. */
  unreached(startedAt: number, now: number): void {
    this.#ended(startedAt);
    if (startedAt < this.#pausedAt) return;
    const pause = pauseMs(this.#pauses) * (0.75 + this.#random() / 4);
    this.#pauses += 1;
    this.#pausedAt = now;
    this.#until = now + pause;
  }

  /** Notes a call that reached the server; `hasReplied`: it was also answered or refused. */
  reached(startedAt: number, hasReplied: boolean): void {
    this.#ended(startedAt);
    this.#hasReplied ||= hasReplied;
    this.#pauses = 0;
  }

  /** Milliseconds until the server is given up at the latest; null while it is there. */
  givenUpIn(now: number): number | null {
    if (this.#pauses === 0 || this.isHopeless) return null;
    let left = Math.max(0, this.#until - now);
    for (let pause = this.#pauses; pause < this.#maxPauses - 1; pause += 1) left += pauseMs(pause);
    return left;
  }

  get #maxPauses(): number {
    return this.#hasReplied ? maxPauses : maxFirstRefusals;
  }

  #ended(startedAt: number): void {
    if (startedAt === this.#triedAt) this.#triedAt = null;
  }
}

function pauseMs(pauses: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** pauses);
}
