import { expect, test } from 'vitest';
import { failureCodes } from '../../domain/answer.ts';
import { failed, failedSlot } from './failure.ts';
import { codeOfStatus } from './retry-rules.ts';

test('retries only temporary failures', () => {
  const again = failureCodes.filter((code) => failed(code, '').retryable);
  expect(again).toEqual(['rate-limited', 'overloaded', 'timeout', 'network', 'server-error']);
});

test.each([
  [501, 'invalid-request'],
  [505, 'invalid-request'],
  [500, 'server-error'],
  [409, 'server-error'],
  [415, 'invalid-request'],
])('takes status %i for %s', (status, code) => {
  expect(codeOfStatus(status)).toBe(code);
});

test('lets details override the retryability of the code', () => {
  expect(failed('rate-limited', 'no credit', { retryable: false, status: 429 })).toEqual({
    kind: 'failed',
    code: 'rate-limited',
    message: 'no credit',
    retryable: false,
    retryAfterMs: null,
    status: 429,
  });
});

test('shows an experiment only code and message of a failure', () => {
  expect(failedSlot(failed('timeout', 'after 5 s'))).toEqual({ kind: 'failed', detail: 'timeout: after 5 s' });
});
