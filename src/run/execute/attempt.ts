import type { Attempt } from '../../domain/answer.ts';
import { failed } from '../../models/failure.ts';
import type { LanguageModel, ModelRequest } from '../../models/language-model.ts';

/** Result and time of one attempt. */
export type TimedAttempt = {
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
