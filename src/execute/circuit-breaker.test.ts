import { expect, test } from 'vitest';
import type { FailureCode } from '../domain/answer.ts';
import { failed } from '../domain/failure.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

/** How many failures it takes, of calls that were first sent at a time. */
function patience(silence: CircuitBreaker, code: FailureCode, firstSentAt: number): number {
  for (let failures = 1; failures <= 50; failures += 1) {
    if (silence.isHopeless(failed(code, ''), firstSentAt)) return failures;
  }
  return Number.POSITIVE_INFINITY;
}

test('a server that never answers is given eight calls, a wrong key two', () => {
  expect(patience(new CircuitBreaker(), 'network', 0)).toBe(8);
  expect(patience(new CircuitBreaker(), 'unauthorized', 0)).toBe(2);
  expect(patience(new CircuitBreaker(), 'invalid-request', 0)).toBe(Number.POSITIVE_INFINITY);
});

test('an answer begins the count anew, and failures that began before it are not counted', () => {
  const silence = new CircuitBreaker();
  for (let failures = 0; failures < 7; failures += 1) silence.isHopeless(failed('timeout', ''), 0);
  silence.answered(10);
  expect(patience(silence, 'timeout', 5)).toBe(Number.POSITIVE_INFINITY);
  expect(patience(silence, 'timeout', 11)).toBe(8);
});
