import type { Failure, FailureCode } from '../../domain/answer.ts';
import { exponentialPause, retry } from '../../util/retry.ts';
import type { HostResult } from './host-result.ts';

/** Codes of failures that are retried, unless the failure says otherwise; `--retries` sets how often. */
export const retriedCodes: ReadonlySet<FailureCode> = new Set([
  'rate-limited',
  'overloaded',
  'timeout',
  'network',
  'server-error',
]);

/** Failures of a request that creates something, after which the host may have accepted it. */
export const unclearCodes: ReadonlySet<FailureCode> = new Set([
  'network',
  'timeout',
  'server-error',
  'overloaded',
  'bad-response',
]);

/** Returns the code of the failure that an HTTP status means. */
export function codeOfStatus(status: number): FailureCode {
  if (status < 400) return 'bad-response';
  if (status === 401 || status === 402 || status === 403) return 'unauthorized';
  if (status === 404 || status === 405 || status === 410) return 'not-found';
  if (status === 408) return 'timeout';
  if (status === 429) return 'rate-limited';
  if (status === 503 || status === 529) return 'overloaded';
  if (status === 501 || status === 505) return 'invalid-request'; // what a server cannot do, it cannot do later
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

/** How a request that cannot cause a charge is retried. */
interface FreeRetries {
  readonly retries: number;
  /** Set by a stop: nothing is sent again. */
  readonly stop?: AbortSignal;
  readonly random?: () => number;
  /** Factor on every pause; tests shorten it. */
  readonly pauseFactor?: number;
  readonly wait: (ms: number) => Promise<void>;
  /** Receives one line before each pause. */
  readonly note: (line: string) => void;
}

/** Retries a free request to a host of jobs while its failure is retryable, with backoff and jitter. */
export async function retryFree<Value>(
  send: () => Promise<HostResult<Value>>,
  { retries, stop, random, pauseFactor = 1, wait, note }: FreeRetries,
): Promise<HostResult<Value>> {
  return await retry(send, {
    pauseAfter: (result, attempts) => {
      if (result.kind === 'ok' || !result.retryable || attempts > retries || stop?.aborted === true) return null;
      const delay = pauseFactor * retryDelay(result, attempts - 1, random);
      note(`retrying in ${Math.ceil(delay / 1000)} s: ${result.message}`);
      return delay;
    },
    wait,
  });
}
