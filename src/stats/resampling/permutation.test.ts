import { describe, expect, it } from 'vitest';
import { lehmer } from '../../../test/support/stats/lehmer.ts';
import { signFlipTest, twoSampleTest } from './permutation.ts';

// Data of bench/reference/permutation.py, where scipy enumerates every arrangement.
const numbers = lehmer(19, 40);

describe('signFlipTest', () => {
  const differences = numbers.slice(30).map((value) => value - 0.35);

  it('agrees with scipy for 10 differences', () => {
    const test = signFlipTest(differences, { seed: 1 });
    expect(test).toMatchObject({ p: 0.05078125, n: 10, seed: null, method: 'sign-flip permutation, exact' });
    expect(test?.difference).toBeCloseTo(0.2551374368859164, 12);
  });

  it('approximates the exact p by random draws, deterministically for its seed', () => {
    // 21 differences are one too many to enumerate; the added zeros do not change any arrangement's sum.
    const more = [...differences, ...new Array(11).fill(0)];
    const test = signFlipTest(more, { seed: 4 });
    expect(Math.abs(test!.p - 0.05078125)).toBeLessThan(0.01);
    expect(signFlipTest(more, { seed: 4 })).toEqual(test);
    expect(signFlipTest(more, { seed: 5 })?.p).not.toBe(test?.p);
  });

  it('cannot reject with one difference, and returns null without any', () => {
    expect(signFlipTest([0.3], { seed: 1 })?.p).toBe(1);
    expect(signFlipTest([0, 0, 0], { seed: 1 })?.p).toBe(1);
    expect(signFlipTest([], { seed: 1 })).toBeNull();
  });
});

describe('twoSampleTest', () => {
  const first = numbers.slice(0, 3).map((value) => value + 0.35);
  const second = numbers.slice(3, 30);

  it('agrees with scipy for 3 against 27: all 4,060 splits at the true sizes', () => {
    const test = twoSampleTest(first, second, { seed: 1 });
    expect(test?.p).toBeCloseTo(0.4438423645320197, 12);
    expect(test?.seed).toBeNull();
    expect(twoSampleTest(second, first, { seed: 1 })?.p).toBeCloseTo(0.4438423645320197, 12);
  });

  it('approximates the exact p by random draws', () => {
    const drawn = twoSampleTest(numbers.slice(0, 8), numbers.slice(8), { seed: 2 });
    const shifted = twoSampleTest(
      numbers.slice(0, 8).map((value) => value + 5),
      numbers.slice(8),
      { seed: 2 },
    );
    expect(drawn?.p).toBeGreaterThan(0.05);
    expect(shifted?.p).toBeCloseTo(1e-4, 12); // no draw is as extreme: (0 + 1) / (9,999 + 1)
  });

  it('returns null where a group is empty', () => {
    expect(twoSampleTest([], second, { seed: 1 })).toBeNull();
  });
});
