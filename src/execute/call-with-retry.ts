import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Failure } from '../domain/answer.ts';
import type { LanguageModel, ModelRequest } from '../models/language-model.ts';
import { exponentialPause, retry } from '../util/retry.ts';
import { attemptOnce, type TimedAttempt } from './attempt.ts';
import type { Endpoint } from './limits/endpoint.ts';

interface RetryPolicy {
  readonly retries: number;
  readonly timeoutMs: number;
  readonly stop: AbortSignal;
  /** Called before every retry; returns false to prevent it. */
  readonly mayRetry: (failure: Failure) => Promise<boolean>;
}

const firstDelayMs = 500;
const maxDelayMs = 60_000;

/**
 * Returns the delay in milliseconds: exponential backoff with jitter (half to full), or the delay that the server
 * requests.
 */
export function retryDelay(failure: Failure, retryNumber: number, random: () => number = Math.random): number {
  if (failure.retryAfterMs !== null) return failure.retryAfterMs;
  return exponentialPause(retryNumber, { firstMs: firstDelayMs, maxMs: maxDelayMs }) * (0.5 + random() / 2);
}

/** The result of a call with its retries. */
export type RetriedCall =
  /** Holds a permit of `endpoint.unstored`, which the caller releases when the answer is stored. */
  | (Omit<TimedAttempt, 'attempt'> & {
      readonly kind: 'answered';
      readonly answer: Answer;
      readonly attempts: number;
    })
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      readonly attempts: number;
      /** Time at which the first attempt was sent, on a monotonic clock. */
      readonly firstSentAt: number;
    }
  /** The run was stopped before the call had an answer; nothing of the call is in flight. */
  | { readonly kind: 'stopped' };

/**
 * Sends a request until it has an answer, a failure that a retry cannot fix, or no retry left. Only `failed` is
 * retried. If a server that has replied before becomes unreachable, the call waits for it without using up retries.
 * After `stop` nothing new is sent, and calls in flight finish, because they are charged. Stores nothing.
 */
export async function callWithRetry(
  model: LanguageModel,
  request: Omit<ModelRequest, 'signal'>,
  { endpoint, policy }: { readonly endpoint: Endpoint; readonly policy: RetryPolicy },
): Promise<RetriedCall> {
  const { retries, stop, timeoutMs, mayRetry } = policy;
  let attempts = 0;
  let unreached = 0; // attempts that did not reach a server that the call waits for
  let firstSentAt = Number.POSITIVE_INFINITY;
  const send = async (): Promise<RetriedCall> => {
    await endpoint.unstored.take();
    const ticket = await endpoint.turn(stop);
    if (ticket === null) {
      endpoint.unstored.release();
      return { kind: 'stopped' };
    }
    attempts += 1;
    firstSentAt = Math.min(firstSentAt, performance.now());
    const { attempt, askedAt, latencyMs } = await attemptOnce(model, request, timeoutMs);
    endpoint.ended(ticket, attempt);
    if (attempt.kind !== 'failed') return { kind: 'answered', answer: attempt, askedAt, latencyMs, attempts };
    endpoint.unstored.release();
    return { kind: 'failed', failure: attempt, attempts, firstSentAt };
  };
  const pauseAfter = (result: RetriedCall) => {
    return result.kind !== 'failed' || endpoint.isHopeless ? null : pauseAfterFailure(result.failure);
  };
  const pauseAfterFailure = async (failure: Failure): Promise<number | null> => {
    const isAway = failure.unreached === true;
    if (isAway && endpoint.hasReplied) unreached += 1;
    else if (!failure.retryable || attempts - unreached > retries) return null;
    if (!(await mayRetry(failure))) return null;
    return isAway ? 0 : retryDelay(failure, attempts - unreached - 1); // the endpoint delays calls to an unreachable server
  };
  const wait = (ms: number) => sleep(ms, undefined, { signal: stop }).catch(() => {}); // a stop takes effect in the next turn
  return await retry(send, { pauseAfter, wait });
}
