import { describe, expect, it } from 'vitest';
import { fTail, tCritical, tTail } from './student.ts';

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
