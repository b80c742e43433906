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

/** Refusals of one kind of call that recur for every call if none of that kind was answered; after answers, more are needed. */
const refusedFirst = 5;
const refusedLater = 20;
/** Prompts may be too long one by one: only many refusals without any answer mean that all are. */
const overflowFirst = 20;

interface Refusals {
  /** The refusal's message without what varies from call to call. */
  pattern: string;
  count: number;
  hasAnswered: boolean;
}

/** Removes the parts of a refusal that vary from call to call: numbers, ids and quotations. */
function patternOf({ code, message }: Pick<Failure, 'code' | 'message'>): string {
  const varying = /"[^"]*"|'[^']*'|`[^`]*`|\b[\w-]*\d[\w-]*\b/g;
  return `${code} ${message.replace(varying, '').slice(0, 200)}`;
}

/** Counts, for one model, the failed calls since its last answer. Times come from a monotonic clock. */
export class CircuitBreaker {
  #since = Number.NEGATIVE_INFINITY;
  #failures = 0;
  readonly #refusals = new Map<string, Refusals>();

  /** `slot`: kind of the call, because a server may refuse what all calls of a kind have in common. */
  answered(now: number, slot: string): void {
    this.#since = now;
    this.#failures = 0;
    const refusals = this.#refusals.get(slot);
    if (refusals?.hasAnswered === true && refusals.count === 0) return;
    this.#refusals.set(slot, { pattern: '', count: 0, hasAnswered: true });
  }

  /**
   * Returns whether continuing is pointless. A call that was first sent before the last answer does not count: the
   * server was up then, and calls that take longest to fail end last. An invalid key or name fails every call; so does a
   * request that the server refuses in the same words again and again.
   */
  isHopeless(failure: Pick<Failure, 'code' | 'message'>, firstSentAt: number, slot: string): boolean {
    const { code } = failure;
    if (code === 'invalid-request' || code === 'context-overflow') return this.#isRefused(failure, slot);
    if (firstSentAt < this.#since) return false;
    this.#failures += 1;
    if (code === 'unauthorized' || code === 'not-found') return this.#failures >= 2;
    return serverFailures.has(code) && this.#failures >= hopelessAfter;
  }

  #isRefused(failure: Pick<Failure, 'code' | 'message'>, slot: string): boolean {
    const pattern = patternOf(failure);
    const known = this.#refusals.get(slot) ?? { pattern, count: 0, hasAnswered: false };
    const count = known.pattern === pattern ? known.count + 1 : 1;
    this.#refusals.set(slot, { ...known, pattern, count });
    if (failure.code === 'context-overflow') return !known.hasAnswered && count >= overflowFirst;
    return count >= (known.hasAnswered ? refusedLater : refusedFirst);
  }
}
