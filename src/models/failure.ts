import type { Failure, FailureCode } from '../domain/answer.ts';

/** Codes of failures that a retry may fix. */
const retryableCodes: ReadonlySet<FailureCode> = new Set([
  'rate-limited',
  'overloaded',
  'timeout',
  'network',
  'server-error',
]);

type Details = Partial<Pick<Failure, 'retryable' | 'retryAfterMs' | 'status' | 'unreached'>>;

/** Creates a failure. Its code decides whether it is retryable, unless `details` sets it. */
export function failed(code: FailureCode, message: string, details: Details = {}): Failure {
  return {
    kind: 'failed',
    code,
    message,
    retryable: retryableCodes.has(code),
    retryAfterMs: null,
    status: null,
    ...details,
  };
}

/** Returns the slot state that takes the place of a failed answer. */
export function failedSlot({ code, message }: Pick<Failure, 'code' | 'message'>) {
  return { kind: 'failed', detail: `${code}: ${message}` } as const;
}
