import { describe, expect, it } from 'vitest';
import type { FailureCode } from '../../domain/answer.ts';
import { failed } from '../../models/failures/failure.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

/** Returns how many failures open the breaker, for calls first sent at a given time. */
function failuresUntilOpen(
  breaker: CircuitBreaker,
  code: FailureCode,
  { firstSentAt = 0, message = () => 'no', slot = 'forecast' }: Partial<Failing> = {},
): number {
  for (let failures = 1; failures <= 50; failures += 1) {
    if (breaker.isHopeless(failed(code, message(failures)), firstSentAt, slot)) return failures;
  }
  return Number.POSITIVE_INFINITY;
}

interface Failing {
  readonly firstSentAt: number;
  readonly message: (failures: number) => string;
  readonly slot: string;
}

describe('CircuitBreaker', () => {
  it('opens after eight failures of a silent server, and after two with an invalid key', () => {
    expect(failuresUntilOpen(new CircuitBreaker(), 'network')).toBe(8);
    expect(failuresUntilOpen(new CircuitBreaker(), 'unauthorized')).toBe(2);
  });

  it('resets on an answer, and ignores failures of calls that started before it', () => {
    const breaker = new CircuitBreaker();
    for (let failures = 0; failures < 7; failures += 1) breaker.isHopeless(failed('timeout', ''), 0, 'execute');
    breaker.answered(10, 'execute');
    expect(failuresUntilOpen(breaker, 'timeout', { firstSentAt: 5 })).toBe(Number.POSITIVE_INFINITY);
    expect(failuresUntilOpen(breaker, 'timeout', { firstSentAt: 11 })).toBe(8);
  });

  it.each<[string, (failures: number) => string]>([
    ['the same words', () => "HTTP 400: 'temperature' must be 1"],
    ['the number of the request', (failures) => `HTTP 400: bad request req-${failures}a7 at 12:0${failures}`],
    ['a quotation of the prompt', (failures) => `HTTP 400: cannot parse "item ${'x'.repeat(failures)}"`],
  ])('opens after five refusals of every call in %s', (_, message) => {
    expect(failuresUntilOpen(new CircuitBreaker(), 'invalid-request', { message })).toBe(5);
  });

  it('does not open for refusals in other words, which single prompts may cause', () => {
    const message = (failures: number) =>
      `HTTP 400: ${'abcdefghijklmnopqrstuvwxyz'.charAt(failures % 26)} is not allowed`;
    expect(failuresUntilOpen(new CircuitBreaker(), 'invalid-request', { message })).toBe(Number.POSITIVE_INFINITY);
  });

  it('opens for one kind of call although another kind is answered', () => {
    const breaker = new CircuitBreaker();
    for (let calls = 0; calls < 4; calls += 1) {
      breaker.isHopeless(failed('invalid-request', 'response_format is not supported'), 0, 'forecast');
      breaker.answered(calls, 'execute');
    }
    expect(breaker.isHopeless(failed('invalid-request', 'response_format is not supported'), 0, 'forecast')).toBe(true);
  });

  it('needs twenty equal refusals in a row after calls of the kind were answered', () => {
    const breaker = new CircuitBreaker();
    breaker.answered(1, 'forecast');
    expect(failuresUntilOpen(breaker, 'invalid-request')).toBe(20);
  });

  it('opens after twenty prompts that are too long, but not where a prompt of the kind fit', () => {
    expect(failuresUntilOpen(new CircuitBreaker(), 'context-overflow')).toBe(20);
    const breaker = new CircuitBreaker();
    breaker.answered(1, 'forecast');
    expect(failuresUntilOpen(breaker, 'context-overflow')).toBe(Number.POSITIVE_INFINITY);
  });
});
