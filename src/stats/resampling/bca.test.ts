import { expect, it } from 'vitest';
import { normalQuantile } from '../distributions.ts';
import { bcaEnds } from './bca.ts';

// Exactly standard normal draws, so that every end can be computed by hand.
const draws = Float64Array.from({ length: 99_999 }, (_, index) => normalQuantile((index + 1) / 100_000));
const symmetric = { draws, leftOut: [-1, 1], units: 10, level: 0.95 };
const widened = Math.sqrt(10 / 9) * 2.262157162740992; // R: qt(.975, 9)

it('widens normal ends to sqrt(n / (n - 1)) t(n - 1)', () => {
  const [low, high] = bcaEnds({ ...symmetric, estimate: 0 });
  expect(low).toBeCloseTo(-widened, 2);
  expect(high).toBeCloseTo(widened, 2);
});

it('moves both ends by twice the bias (Efron 1987, acceleration 0)', () => {
  const [low, high] = bcaEnds({ ...symmetric, estimate: 0.2 });
  expect(low).toBeCloseTo(0.4 - widened, 2);
  expect(high).toBeCloseTo(0.4 + widened, 2);
});

it('stretches the side that the jackknife is skewed to: z / (1 - a z)', () => {
  // Leave-one-out values -2, 1, 1: sum of cubes of (mean - value) 6, of squares 6.
  const a = 6 / (6 * 6 ** 1.5);
  const [low, high] = bcaEnds({ ...symmetric, estimate: 0, leftOut: [-2, 1, 1] });
  expect(low).toBeCloseTo(-widened / (1 + a * widened), 2);
  expect(high).toBeCloseTo(widened / (1 - a * widened), 2);
});

it('stays within the draws however few the units and strong the skew', () => {
  const [low, high] = bcaEnds({ ...symmetric, estimate: 0, units: 2, leftOut: [-50, 1, 1] });
  expect(low).toBeGreaterThanOrEqual(draws[0]!);
  expect(high).toBe(draws.at(-1));
});
