import { describe, expect, it } from 'vitest';
import type { Failure, FailureCode } from '../../domain/answer.ts';
import { adviceFor, givenUpText } from './ending-text.ts';

const failure = (code: FailureCode): Failure => ({
  ...{ kind: 'failed', code, message: 'HTTP 401: no such key', retryable: false, retryAfterMs: null, status: null },
});

describe('givenUpText', () => {
  it.each([
    ['network', 'x/m does not answer: '],
    ['timeout', 'x/m does not answer: '],
    ['unauthorized', 'calls to x/m fail: '],
    ['rate-limited', 'calls to x/m fail: '],
  ] as const)('says of %s whether the server is silent or refuses', (code, start) => {
    expect(givenUpText({ kind: 'gave-up', model: 'x/m', failure: failure(code) })).toBe(
      `${start}HTTP 401: no such key`,
    );
  });
});

describe('adviceFor', () => {
  it('says that a different model is a new run, because resuming calls the same one', () => {
    expect(adviceFor(failure('not-found'))).toContain('a different model needs a new `seb run`');
  });
});
