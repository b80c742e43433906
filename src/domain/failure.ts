import type { Failure, FailureCode } from './answer.ts';

/** Codes of failures that asking again may mend. */
const retryableCodes: ReadonlySet<FailureCode> = new Set([
  'rate-limited',
  'overloaded',
  'timeout',
  'network',
  'server-error',
]);

type Details = Partial<Pick<Failure, 'retryable' | 'retryAfterMs' | 'status' | 'unreached'>>;

/** A failure by name; whether asking again may help follows from its code unless it is said. */
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

/** What stands for a failure where an experiment looks for the answer. */
export function failedSlot({ code, message }: Pick<Failure, 'code' | 'message'>) {
  return { kind: 'failed', detail: `${code}: ${message}` } as const;
}
