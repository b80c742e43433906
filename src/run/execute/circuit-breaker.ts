import type { Failure } from '../../domain/answer.ts';

/** Consecutive failures after which an unresponsive server is given up. */
const hopelessAfter = 8;

/** Failures that the server causes and not a single prompt: enough consecutive ones mean that it is down. */
const serverFailures: ReadonlySet<Failure['code']> = new Set([
  'network',
  'timeout',
  'server-error',
  'overloaded',
  'rate-limited',
  'bad-response',
]);

/** Counts, for one model, the failed calls since its last answer. Times come from a monotonic clock. */
export class CircuitBreaker {
  #since = Number.NEGATIVE_INFINITY;
  #failures = 0;

  answered(now: number): void {
    this.#since = now;
    this.#failures = 0;
  }

  /**
   * Returns whether continuing is pointless. A call that was first sent before the last answer does not count: the
   * server was up then, and calls that take longest to fail end last. An invalid key or name fails every call.
   */
  isHopeless({ code }: Failure, firstSentAt: number): boolean {
    if (firstSentAt < this.#since) return false;
    this.#failures += 1;
    if (code === 'unauthorized' || code === 'not-found') return this.#failures >= 2;
    return serverFailures.has(code) && this.#failures >= hopelessAfter;
  }
}
