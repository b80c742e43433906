import type { LanguageModel, ModelRequest } from '../models/language-model.ts';
import type { Attempt, Failure } from './answer.ts';

/** What one attempt came to, and when. */
export type TimedAttempt = {
  readonly attempt: Attempt;
  readonly askedAt: string;
  readonly latencyMs: number;
};

function failure(code: Failure['code'], message: string, retryable: boolean): Failure {
  return { kind: 'failed', code, message, retryable, retryAfterMs: null, status: null };
}

/** Rejects when the signal aborts, so that a model that ignores its time limit cannot hold the run, and its late answer is dropped. */
function aborted(signal: AbortSignal): { promise: Promise<never>; forget: () => void } {
  let forget = () => {};
  const promise = new Promise<never>((_, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    forget = () => signal.removeEventListener('abort', onAbort);
  });
  promise.catch(() => {}); // raced below; an abort after the race is nobody's news
  return { promise, forget };
}

/** Sends a request once, with the time limit counted from now. Never rejects: a defect of a model is a failure by name. */
export async function attemptOnce(
  model: LanguageModel,
  request: Omit<ModelRequest, 'signal'>,
  timeoutMs: number,
): Promise<TimedAttempt> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  const { signal } = limit;
  const cut = aborted(signal);
  const askedAt = new Date();
  const sentAt = performance.now(); // the clock of the day may be set while a call is out
  const timed = (attempt: TimedAttempt['attempt']): TimedAttempt => ({
    attempt,
    askedAt: askedAt.toISOString(),
    latencyMs: Math.round(performance.now() - sentAt),
  });
  try {
    return timed(await Promise.race([model.ask({ ...request, signal }), cut.promise]));
  } catch (error) {
    if (signal.aborted) return timed(failure('timeout', `no answer within ${timeoutMs / 1000} s`, true));
    return timed(failure('model-error', error instanceof Error ? error.message : String(error), false));
  } finally {
    clearTimeout(timer);
    cut.forget();
  }
}
