import { expect, it } from 'vitest';
import { computeTQuantile, drawQuantile, normalCdf, normalQuantile, tQuantile, twoSidedZ } from './quantiles.ts';
import { quantiles975 } from './t-quantiles.ts';

it('agrees with R’s qnorm, pnorm and qt', () => {
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 12);
  expect(normalCdf(1.2)).toBeCloseTo(0.8849303297782918, 12);
  expect(tQuantile(0.975, 9)).toBeCloseTo(2.262157162740992, 8);
  expect(twoSidedZ(0.9)).toBeCloseTo(1.6448536269514722, 12);
});

it('returns stored t quantiles that equal the computed ones bit for bit', () => {
  const computed = Array.from(quantiles975, (_, index) => computeTQuantile(0.975, index + 1));
  expect(quantiles975).toEqual(computed);
  expect(quantiles975).toHaveLength(1023);
  for (const [probability, degrees] of [
    [0.975, 1],
    [0.975, 2.5],
    [0.975, 1024],
    [0.95, 7],
  ] as const) {
    expect(tQuantile(probability, degrees)).toBe(computeTQuantile(probability, degrees));
  }
});

it('agrees with R’s quantile, type 6 (bench/reference/scores.R), and stays within the draws', () => {
  const quantiles = [0.1, 0.25, 0.5, 0.8, 0.9].map((probability) => drawQuantile([1, 2, 4, 8, 16], probability));
  for (const [index, value] of [1, 1.5, 4, 14.4, 16].entries()) expect(quantiles[index]).toBeCloseTo(value, 12);
  expect(drawQuantile([1, 2], 0)).toBe(1);
  expect(drawQuantile([1, 2], 1)).toBe(2);
});

it('refuses a level outside (0, 1)', () => {
  expect(() => twoSidedZ(1)).toThrow(RangeError);
  expect(() => twoSidedZ(95)).toThrow(RangeError);
});
