import { describe, expect, it } from 'vitest';
import { fTail, normalCdf, normalQuantile, tCritical, tQuantile, tTail, twoSidedZ } from './distributions.ts';

it('agrees with R’s qnorm, pnorm and qt', () => {
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 12);
  expect(normalCdf(1.2)).toBeCloseTo(0.8849303297782918, 12);
  expect(tQuantile(0.975, 9)).toBeCloseTo(2.262157162740992, 8);
  expect(twoSidedZ(0.9)).toBeCloseTo(1.6448536269514722, 12);
});

it('refuses a level outside (0, 1)', () => {
  expect(() => twoSidedZ(1)).toThrow(RangeError);
  expect(() => twoSidedZ(95)).toThrow(RangeError);
});

describe('tTail', () => {
  it('equals scipy.stats.t.sf(2.1, 19) and sf(-1, 7)', () => {
    expect(tTail(2.1, 19)).toBeCloseTo(0.024657199121636726, 12);
    expect(tTail(-1, 7)).toBeCloseTo(0.8246916685898963, 12);
  });
});

describe('tCritical', () => {
  it('is the inverse of the tail', () => {
    expect(tCritical(0.025, 19)).toBeCloseTo(2.0930240544083087, 10); // scipy.stats.t.ppf(.975, 19)
    for (const degrees of [1, 4, 33, 2_000]) {
      expect(tTail(tCritical(0.025 / 45, degrees), degrees)).toBeCloseTo(0.025 / 45, 9);
    }
  });
});

describe('fTail', () => {
  it('equals scipy.stats.f.sf(3.2, 3, 36) and sf(.5, 3, 96)', () => {
    expect(fTail(3.2, 3, 36)).toBeCloseTo(0.0347230470642536, 12);
    expect(fTail(0.5, 3, 96)).toBeCloseTo(0.683168312230674, 12);
  });
});
