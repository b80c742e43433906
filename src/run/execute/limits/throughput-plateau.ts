/** Measured throughput at a limit. */
interface Level {
  /** Mean limit on calls in flight. */
  readonly limit: number;
  /** Answers per second. */
  readonly rate: number;
}

/** A window lasts at least this long, so that pauses of this process do not look like those of the server. */
const minWindowMs = 250;
const minWindowAnswers = 4;
/** A limit that is this much higher must bring this much more throughput. */
const higherLimit = 1.4;
const minGain = 1.15;
/** Consecutive windows without gain that show a plateau; the limit rests after the first one. */
const flatWindows = 2;
/** A plateau ends after a rest, which doubles up to a maximum: the server may have become faster. */
const firstRestMs = 30_000;
const maxRestMs = 480_000;

/**
 * Finds the limit above which a server answers no more calls per second: further calls only wait in its queue, as behind a
 * gateway that refuses none. Compares windows of one round trip. Pure: time is an argument, in milliseconds of a monotonic
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

  /** Returns whether the limit may rise now. */
  mayGrow(now: number): boolean {
    return this.#flat === 0 && now >= this.#restsUntil;
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
    if (elapsedMs < minWindowMs || this.#answers < Math.max(minWindowAnswers, mean)) return null;
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
    if (base === null || level.rate >= minGain * base.rate) {
      this.#restMs = base === null ? this.#restMs : firstRestMs;
      this.#base = level;
      this.#flat = 0;
      return null;
    }
    if (level.limit < higherLimit * base.limit) return null; // not enough higher to tell
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
