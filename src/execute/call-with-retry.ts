import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Attempt, Failure } from '../domain/answer.ts';
import type { RateWindow } from '../models/http/rate-windows.ts';
import type { LanguageModel, ModelRequest } from '../models/language-model.ts';
import { attemptOnce, type TimedAttempt } from './attempt.ts';
import type { Endpoint } from './limits/endpoint.ts';

export interface RetryPolicy {
  readonly retries: number;
  readonly timeoutMs: number;
  readonly stop: AbortSignal;
  /** Asked about every attempt that is to be repeated; false when it must not be. */
  readonly mayRetry: (failure: Failure) => Promise<boolean>;
  /** Stores an answer; resolves when it is on disk. */
  readonly store: (answered: Answered) => Promise<void>;
}

export interface Answered extends Omit<TimedAttempt, 'attempt'> {
  readonly answer: Answer;
  readonly attempts: number;
}

const firstDelayMs = 500;
const longestDelayMs = 60_000;

/** Exponential back-off with full jitter (half to whole), or what the server asked for. */
export function retryDelay(failure: Failure, retry: number, random: () => number = Math.random): number {
  if (failure.retryAfterMs !== null) return failure.retryAfterMs;
  return Math.min(longestDelayMs, firstDelayMs * 2 ** retry) * (0.5 + random() / 2);
}

/** What asking came to; `stopped`: the run was stopped before there was an answer, and nothing of the call is in flight. */
export interface RetriedCall {
  readonly attempt: TimedAttempt['attempt'] | { readonly kind: 'stopped' };
  readonly attempts: number;
  /** When the first attempt was sent, on a clock that only rises; infinite when none was. */
  readonly firstSentAt: number;
}

/**
 * Asks until there is an answer, a failure that repeating cannot fix, or no retry left. Only `failed` is repeated; a server
 * that has replied before and cannot be reached now is waited for, at the cost of no retry. After `stop` nothing new is
 * sent, and what is in flight is waited for: it will be paid for.
 */
export async function callWithRetry(
  model: LanguageModel,
  request: Omit<ModelRequest, 'signal'>,
  { endpoint, patience }: { readonly endpoint: Endpoint; readonly patience: RetryPolicy },
): Promise<RetriedCall> {
  const { retries, stop, mayRetry } = patience;
  const asked = { ...request, onRateWindows: (windows: readonly RateWindow[]) => endpoint.stated(windows) };
  let firstSentAt = Number.POSITIVE_INFINITY;
  let waitedFor = 0; // attempts that did not reach a server which is waited for: nothing was sent
  for (let attempts = 1; ; attempts += 1) {
    await endpoint.unstored.take();
    let attempt: Attempt;
    try {
      const ticket = await endpoint.turn(stop);
      if (ticket === null) return { attempt: { kind: 'stopped' }, attempts, firstSentAt };
      firstSentAt = Math.min(firstSentAt, performance.now());
      const timed = await attemptOnce(model, asked, patience.timeoutMs);
      attempt = timed.attempt;
      endpoint.ended(ticket, attempt);
      const { askedAt, latencyMs } = timed;
      if (attempt.kind !== 'failed') await patience.store({ answer: attempt, askedAt, latencyMs, attempts });
    } finally {
      endpoint.unstored.giveBack();
    }
    if (attempt.kind !== 'failed' || endpoint.isHopeless) return { attempt, attempts, firstSentAt };
    const isWaitedFor = attempt.unreached === true && endpoint.hasReplied;
    if (isWaitedFor) waitedFor += 1;
    else if (!attempt.retryable || attempts - waitedFor > retries) return { attempt, attempts, firstSentAt };
    if (!(await mayRetry(attempt))) return { attempt, attempts, firstSentAt };
    if (attempt.unreached === true) continue; // the endpoint holds the next attempt back
    const delay = retryDelay(attempt, attempts - waitedFor - 1);
    await sleep(delay, undefined, { signal: stop }).catch(() => {}); // a stop ends the wait; the next turn reports it
  }
}
