import { expect, it } from 'vitest';
import { mean, ratio, sampleVariance } from './moments.ts';

it('agrees with R: mean and var of 2, 4, 4, 4, 5, 5, 7, 9', () => {
  const values = [2, 4, 4, 4, 5, 5, 7, 9];
  expect(mean(values)).toBe(5);
  expect(sampleVariance(values)).toBeCloseTo(4.571428571428571, 12);
});

it('returns null for the mean of no values, the variance of one, and a ratio to 0', () => {
  expect([mean([]), sampleVariance([3]), ratio(1, 0), ratio(0, 0)]).toEqual([null, null, null, null]);
});
