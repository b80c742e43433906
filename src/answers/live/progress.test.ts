import { expect, it } from 'vitest';
import { type Progress, rate, secondsLeft } from './progress.ts';

const progress: Progress = {
  expected: 100,
  found: 20,
  answered: 0,
  failed: 0,
  retries: 0,
  inFlight: 0,
  truncated: 0,
  dollars: 0,
  unpriced: 0,
  outputTokens: 0,
  retriesBy: {},
  endpoints: [],
  elapsedMs: 2000,
};

it('is null while calls only fail', () => {
  expect(rate({ ...progress, failed: 40 })).toBeNull();
  expect(secondsLeft({ ...progress, failed: 40 })).toBeNull();
});

it('uses only the answers of this execution', () => {
  expect(rate({ ...progress, answered: 10 })).toBe(5);
  expect(secondsLeft({ ...progress, answered: 10, failed: 10 })).toBe(12);
});
