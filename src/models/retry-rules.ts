import type { Failure, FailureCode } from '../domain/answer.ts';
import { exponentialPause } from '../util/retry.ts';

/** Codes of failures that are retried, unless the failure says otherwise; `--retries` sets how often. */
export const retriedCodes: ReadonlySet<FailureCode> = new Set([
  'rate-limited',
  'overloaded',
  'timeout',
  'network',
  'server-error',
]);

/** Returns the code of the failure that an HTTP status means. */
export function codeOfStatus(status: number): FailureCode {
  if (status < 400) return 'bad-response';
  if (status === 401 || status === 402 || status === 403) return 'unauthorized';
  if (status === 404 || status === 405 || status === 410) return 'not-found';
  if (status === 408) return 'timeout';
  if (status === 429) return 'rate-limited';
  if (status === 503 || status === 529) return 'overloaded';
  if (status === 409 || status === 425 || status >= 500) return 'server-error';
  return 'invalid-request';
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
