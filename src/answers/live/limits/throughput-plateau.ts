/** Measured throughput at a limit. */
interface Level {
  /** Mean limit on calls in flight. */
  readonly limit: number;
  /** Answers per second. */
  readonly rate: number;
}

/** A window lasts at least this long, so that pauses of this process do not look like those of the server. */
const minWindowMs = 250;
/** A window has this many answers for each call in flight: few answers show a throughput only roughly. */
const answersPerCall = 2;
/** A limit that is this much higher must bring this much more throughput. */
const higherLimit = 1.4;
const minGain = 1.2;
/** Consecutive windows without gain that show a plateau; the limit rests after the first one. */
const flatWindows = 2;
/**
 * Answers that take longer than this, and any plateau, make the growth careful: it starts from a measured level and at most
 * doubles it until the next level is measured.
 */
const carefulAboveMs = 300;
const maxStep = 2;
/** A plateau ends after a rest, which doubles up to a maximum: the server may have become faster. */
const firstRestMs = 30_000;
const maxRestMs = 480_000;

/**
 * Finds the limit above which a server answers no more calls per second: further calls only wait in its queue, as behind a
 * gateway that refuses none. Compares windows of two round trips. Pure: time is an argument, in milliseconds of a monotonic
 * clock.
 */
export class ThroughputPlateau {
  #since: number | null = null;
  #answers = 0;
  #limits = 0;
  #base: Level | null = null;
  #flat = 0;
  #restMs = firstRestMs;
  #restsUntil = Number.NEGATIVE_INFINITY;

  /** Returns whether the limit may rise now; `latencyMs`: how long answers take. */
  mayGrow(limit: number, now: number, latencyMs: number): boolean {
    if (this.#flat > 0 || now < this.#restsUntil) return false;
    if (latencyMs < carefulAboveMs && this.#restsUntil === Number.NEGATIVE_INFINITY) return true;
    return this.#base !== null && limit < maxStep * this.#base.limit;
  }

  /**
   * Counts an answer that came while the limit was binding. Returns the limit to go back to where a higher one brought
   * nothing; else null.
   */
  answered(limit: number, now: number): number | null {
    this.#since ??= now;
    this.#answers += 1;
    this.#limits += limit;
    const elapsedMs = now - this.#since;
    const mean = this.#limits / this.#answers;
    if (elapsedMs < minWindowMs || this.#answers < answersPerCall * mean) return null;
    const level = { limit: mean, rate: (this.#answers * 1000) / elapsedMs };
    this.#restartWindow(now);
    return this.#compare(level, now);
  }

  /** Reports that the limit was not binding: the calls of the window do not show what the server can do. */
  notBinding(): void {
    this.#restartWindow(null);
    this.#flat = 0;
  }

  /** Reports that the server refused a call: its refusals show the limit from now on. */
  refused(): void {
    this.notBinding();
    this.#base = null;
  }

  #compare(level: Level, now: number): number | null {
    const base = this.#base;
    if (now < this.#restsUntil) return null;
    if (base === null) {
      this.#base = level;
      return null;
    }
    if (level.limit < higherLimit * base.limit) return null; // not enough higher to tell
    if (level.rate >= minGain * base.rate) {
      this.#restMs = firstRestMs;
      this.#base = level;
      this.#flat = 0;
      return null;
    }
    this.#flat += 1;
    if (this.#flat < flatWindows) return null;
    this.#flat = 0;
    this.#base = null; // measured anew after the rest: other calls may take longer
    this.#restsUntil = now + this.#restMs;
    this.#restMs = Math.min(maxRestMs, 2 * this.#restMs);
    return base.limit;
  }

  #restartWindow(since: number | null): void {
    this.#since = since;
    this.#answers = 0;
    this.#limits = 0;
  }
}
