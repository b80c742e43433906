import { expect, it } from 'vitest';
import { detectableDifference, unitsNeeded } from './power.ts';

it('agrees with R’s qnorm: ((1.96 + 0.84) .27 / .03)² (bench/reference/scores.R)', () => {
  expect(unitsNeeded(0.27, 0.03)).toBe(Math.ceil(635.759258482));
});

it('needs more for more power, and inverts', () => {
  expect(unitsNeeded(0.27, 0.03, { power: 0.9 })).toBeGreaterThan(unitsNeeded(0.27, 0.03));
  expect(detectableDifference(0.27, 635.759258482)).toBeCloseTo(0.03, 10);
});

it('detects nothing without units', () => {
  expect(detectableDifference(0.27, 0)).toBeNull();
  expect(() => unitsNeeded(0.27, 0)).toThrow(RangeError);
});
