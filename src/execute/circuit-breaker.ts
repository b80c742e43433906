import type { Failure } from '../domain/answer.ts';

/** Calls in a row that failed with no answer between, after which a dead server is not asked on. */
const hopelessAfter = 8;

/** Failures that are the server's, not one prompt's: enough of them in a row mean that it is not there. */
const serverFailures: ReadonlySet<Failure['code']> = new Set([
  'network',
  'timeout',
  'server-error',
  'overloaded',
  'rate-limited',
  'bad-response',
]);

/** Counts, for one model, the failed calls since its last answer. Times are of a clock that only rises. */
export class CircuitBreaker {
  #since = Number.NEGATIVE_INFINITY;
  #failures = 0;

  answered(now: number): void {
    this.#since = now;
    this.#failures = 0;
  }

  /**
   * Whether going on is pointless. A call that was first sent before the last answer does not count: the server was there,
   * and the calls that take longest to fail are the last to end. A wrong key or name fails for every call alike.
   */
  isHopeless({ code }: Failure, firstSentAt: number): boolean {
    if (firstSentAt < this.#since) return false;
    this.#failures += 1;
    if (code === 'unauthorized' || code === 'not-found') return this.#failures >= 2;
    return serverFailures.has(code) && this.#failures >= hopelessAfter;
  }
}
