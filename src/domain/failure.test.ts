import { expect, test } from 'vitest';
import { failureCodes } from './answer.ts';
import { failed, failedSlot } from './failure.ts';

test('only what may pass by itself is asked again', () => {
  const again = failureCodes.filter((code) => failed(code, '').retryable);
  expect(again).toEqual(['rate-limited', 'overloaded', 'timeout', 'network', 'server-error']);
});

test('what is known of a failure overrides what follows from its code', () => {
  expect(failed('rate-limited', 'no credit', { retryable: false, status: 429 })).toEqual({
    kind: 'failed',
    code: 'rate-limited',
    message: 'no credit',
    retryable: false,
    retryAfterMs: null,
    status: 429,
  });
});

test('an experiment sees of a failure its code and its message', () => {
  expect(failedSlot(failed('timeout', 'after 5 s'))).toEqual({ kind: 'failed', detail: 'timeout: after 5 s' });
});
