import type { Failure, FailureCode } from '../../domain/answer.ts';
import { retriedCodes } from './retry-rules.ts';

type Details = Partial<Pick<Failure, 'retryable' | 'retryAfterMs' | 'status' | 'unreached' | 'maxRetries'>>;

/** Creates a failure. Its code decides whether it is retried (`retry-rules.ts`), unless `details` sets it. */
export function failed(code: FailureCode, message: string, details: Details = {}): Failure {
  return {
    kind: 'failed',
    code,
    message,
    retryable: retriedCodes.has(code),
    retryAfterMs: null,
    status: null,
    ...details,
  };
}

/** Returns the slot state that takes the place of a failed answer. */
export function failedSlot({ code, message }: Pick<Failure, 'code' | 'message'>) {
  return { kind: 'failed', detail: `${code}: ${message}` } as const;
}
