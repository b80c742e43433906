import { expect, test } from 'vitest';
import type { FailureCode } from '../../domain/answer.ts';
import { failed } from '../../models/failure.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

/** Returns how many failures open the breaker, for calls first sent at a given time. */
function patience(silence: CircuitBreaker, code: FailureCode, firstSentAt: number): number {
  for (let failures = 1; failures <= 50; failures += 1) {
    if (silence.isHopeless(failed(code, ''), firstSentAt)) return failures;
  }
  return Number.POSITIVE_INFINITY;
}

test('opens after eight failures of a silent server, and after two with an invalid key', () => {
  expect(patience(new CircuitBreaker(), 'network', 0)).toBe(8);
  expect(patience(new CircuitBreaker(), 'unauthorized', 0)).toBe(2);
  expect(patience(new CircuitBreaker(), 'invalid-request', 0)).toBe(Number.POSITIVE_INFINITY);
});

test('resets on an answer, and ignores failures of calls that started before it', () => {
  const silence = new CircuitBreaker();
  for (let failures = 0; failures < 7; failures += 1) silence.isHopeless(failed('timeout', ''), 0);
  silence.answered(10);
  expect(patience(silence, 'timeout', 5)).toBe(Number.POSITIVE_INFINITY);
  expect(patience(silence, 'timeout', 11)).toBe(8);
});
