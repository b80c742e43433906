import { expect, test } from 'vitest';
import type { FailureCode } from './answer.ts';
import { failed } from './failure.ts';
import { Silence } from './silence.ts';

/** How many failures it takes, of calls that were first sent at a time. */
function patience(silence: Silence, code: FailureCode, firstSentAt: number): number {
  for (let failures = 1; failures <= 50; failures += 1) {
    if (silence.isHopeless(failed(code, ''), firstSentAt)) return failures;
  }
  return Number.POSITIVE_INFINITY;
}

test('a server that never answers is given eight calls, a wrong key two', () => {
  expect(patience(new Silence(), 'network', 0)).toBe(8);
  expect(patience(new Silence(), 'unauthorized', 0)).toBe(2);
  expect(patience(new Silence(), 'invalid-request', 0)).toBe(Number.POSITIVE_INFINITY);
});

test('an answer begins the count anew, and failures that began before it are not counted', () => {
  const silence = new Silence();
  for (let failures = 0; failures < 7; failures += 1) silence.isHopeless(failed('timeout', ''), 0);
  silence.answered(10);
  expect(patience(silence, 'timeout', 5)).toBe(Number.POSITIVE_INFINITY);
  expect(patience(silence, 'timeout', 11)).toBe(8);
});
