import type { Attempt } from '../domain/answer.ts';
import { failed } from '../domain/failure.ts';
import type { LanguageModel, ModelRequest } from '../models/language-model.ts';

/** What one attempt came to, and when. */
export type TimedAttempt = {
  readonly attempt: Attempt;
  readonly askedAt: string;
  readonly latencyMs: number;
};

/**
 * Sends a request once, with the time limit counted from now. Never rejects: a defect of a model is a failure by name. A
 * model that ignores its time limit cannot hold the run: its late answer is dropped.
 */
export function attemptOnce(
  model: LanguageModel,
  request: Omit<ModelRequest, 'signal'>,
  timeoutMs: number,
): Promise<TimedAttempt> {
  const limit = new AbortController();
  const askedAt = new Date();
  const sentAt = performance.now(); // the clock of the day may be set while a call is out
  return new Promise((resolve) => {
    const ended = (attempt: Attempt) => {
      clearTimeout(timer);
      resolve({ attempt, askedAt: askedAt.toISOString(), latencyMs: Math.round(performance.now() - sentAt) });
    };
    const defect = (error: unknown) =>
      ended(failed('model-error', error instanceof Error ? error.message : String(error)));
    const timer = setTimeout(() => {
      ended(failed('timeout', `no answer within ${timeoutMs / 1000} s`)); // first: an aborted model rejects
      limit.abort();
    }, timeoutMs);
    try {
      model.ask({ ...request, signal: limit.signal }).then(ended, defect);
    } catch (error) {
      defect(error);
    }
  });
}
