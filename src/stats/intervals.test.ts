import { expect, it } from 'vitest';
import { wilson } from './intervals.ts';

it('agrees with R: prop.test(8, 10, correct = FALSE) and 0 of 20 (bench/reference/scores.R)', () => {
  expect(wilson(8, 10)?.low).toBeCloseTo(0.490162471537, 10);
  expect(wilson(8, 10)?.high).toBeCloseTo(0.943317848546, 10);
  expect(wilson(0, 20)?.low).toBe(0);
  expect(wilson(0, 20)?.high).toBeCloseTo(0.161125158053, 10);
});

it('has no interval without trials, and refuses more successes than trials', () => {
  expect(wilson(0, 0)).toBeNull();
  expect(() => wilson(3, 2)).toThrow(RangeError);
  expect(() => wilson(Number.NaN, 2)).toThrow(RangeError);
});
