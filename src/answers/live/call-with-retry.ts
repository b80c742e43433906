import type { Answer, Attempt, Failure } from '../../domain/answer.ts';
import { failed } from '../../models/failures/failure.ts';
import { retryDelay } from '../../models/failures/retry-rules.ts';
import type { LanguageModel, ModelRequest } from '../../models/language-model.ts';
import { pause } from '../../util/waiting.ts';
import type { Endpoint } from './limits/endpoint.ts';

export interface RetryPolicy {
  readonly retries: number;
  readonly timeoutMs: number;
  readonly stop: AbortSignal;
}

interface RetryContext {
  readonly endpoint: Endpoint;
  readonly policy: RetryPolicy;
  /** Called before every retry; returns false to prevent it. */
  readonly mayRetry: (failure: Failure) => Promise<boolean>;
}

/** The result of a call with its retries. */
export type RetriedCall =
  /** The caller calls `endpoint.settled` when the answer is stored or could not be stored. */
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
  { endpoint, policy, mayRetry }: RetryContext,
): Promise<RetriedCall> {
  const { retries, stop, timeoutMs } = policy;
  let attempts = 0;
  let unreached = 0; // attempts that did not reach a server that the call waits for
  let firstSentAt = Number.POSITIVE_INFINITY;
  for (;;) {
    const ticket = await endpoint.turn(stop);
    if (ticket === null) return { kind: 'stopped' };
    attempts += 1;
    firstSentAt = Math.min(firstSentAt, performance.now());
    const { attempt, askedAt, latencyMs } = await attemptOnce(model, request, timeoutMs);
    endpoint.ended(ticket, attempt);
    if (attempt.kind !== 'failed') return { kind: 'answered', answer: attempt, askedAt, latencyMs, attempts };
    endpoint.settled();
    const isAway = attempt.unreached === true;
    const waitsForServer = isAway && endpoint.hasReplied;
    if (waitsForServer) unreached += 1;
    const mayBeSentAgain =
      waitsForServer || (attempt.retryable && attempts - unreached <= Math.min(retries, attempt.maxRetries ?? retries));
    if (endpoint.isHopeless || !mayBeSentAgain || !(await mayRetry(attempt))) {
      return { kind: 'failed', failure: attempt, attempts, firstSentAt };
    }
    // The endpoint delays calls to an unreachable server. A stop takes effect in the next turn.
    const delayMs = isAway ? 0 : retryDelay(attempt, attempts - unreached - 1);
    if (delayMs > 0) await pause(delayMs, stop);
  }
}

/** Result and time of one attempt. */
type TimedAttempt = {
  readonly attempt: Attempt;
  readonly askedAt: string;
  readonly latencyMs: number;
};

/**
 * Sends a request once, with the timeout counted from now. Never rejects: a defect of a model becomes a failure. A
 * model that ignores its timeout cannot block the run: its late answer is dropped.
 */
export function attemptOnce(
  model: LanguageModel,
  request: Omit<ModelRequest, 'signal'>,
  timeoutMs: number,
): Promise<TimedAttempt> {
  const limit = new AbortController();
  const askedAt = new Date();
  const sentAt = performance.now(); // wall-clock time may be changed during a call
  return new Promise((resolve) => {
    const ended = (attempt: Attempt) => {
      clearTimeout(timer);
      resolve({ attempt, askedAt: askedAt.toISOString(), latencyMs: Math.round(performance.now() - sentAt) });
    };
    const defect = (error: unknown) =>
      ended(failed('model-error', error instanceof Error ? error.message : String(error)));
    const timer = setTimeout(() => {
      ended(failed('timeout', `no answer within ${timeoutMs / 1000} s`)); // settle first: an aborted model rejects
      limit.abort();
    }, timeoutMs);
    try {
      model.ask({ ...request, signal: limit.signal }).then(ended, defect);
    } catch (error) {
      defect(error);
    }
  });
}
