import { describe, expect, it } from 'vitest';
import { hallBounds, hallPs } from './hall.ts';
import { type ClusterEstimate, ratioOfSums } from './jackknife.ts';

// skewed differences to a constant; p and ends by NumPy, SciPy's t and brentq on Hall's cubic
const sums = Array.from({ length: 40 }, (_, i) => ((i ** 3 % 97) / 97) ** 4 - 0.12);
const weights = sums.map(() => 1);
const mean = ratioOfSums(sums, weights) as ClusterEstimate & { readonly se: number };

describe('hallPs', () => {
  it('is the larger p of t and of Hall’s transformation', () => {
    const found = hallPs(mean, { sums, weights });
    expect(found.above).toBeCloseTo(0.3816981467594568, 10); // t; Hall .355
    expect(found.below).toBeCloseTo(0.6445676801499283, 10); // Hall; t .618
  });
});

describe('hallBounds', () => {
  it('covers the intervals of t and of the transformation', () => {
    const [low, high] = hallBounds(mean, { sums, weights });
    expect(low).toBeCloseTo(-0.05747605907955542, 10);
    expect(high).toBeCloseTo(0.11220438544822553, 10);
  });

  it('excludes a value exactly where its p is at most 2.5 %', () => {
    const [low, high] = hallBounds(mean, { sums, weights });
    for (const shift of [low - 1e-9, low + 1e-9, high - 1e-9, high + 1e-9]) {
      const moved = sums.map((sum) => sum - shift);
      const { above, below } = hallPs(ratioOfSums(moved, weights) as ClusterEstimate, { sums: moved, weights });
      expect(Math.min(above, below) <= 0.025).toBe(shift < low || shift > high);
    }
  });
});
