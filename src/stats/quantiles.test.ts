import { expect, it } from 'vitest';
import { normalCdf, normalQuantile, sortedQuantile, tQuantile, twoSidedZ } from './quantiles.ts';

it('agrees with R’s qnorm, pnorm and qt', () => {
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 12);
  expect(normalCdf(1.2)).toBeCloseTo(0.8849303297782918, 12);
  expect(tQuantile(0.975, 9)).toBeCloseTo(2.262157162740992, 8);
  expect(twoSidedZ(0.9)).toBeCloseTo(1.6448536269514722, 12);
});

it('agrees with R’s quantile, type 7 (bench/reference/scores.R)', () => {
  const quantiles = [0.1, 0.5, 0.9].map((probability) => sortedQuantile([1, 2, 4, 8, 16], probability));
  expect(quantiles).toEqual([1.4, 4, 12.8]);
});

it('refuses a level outside (0, 1)', () => {
  expect(() => twoSidedZ(1)).toThrow(RangeError);
  expect(() => twoSidedZ(95)).toThrow(RangeError);
});
