import { describe, expect, it } from 'vitest';
import { fisherP } from './fisher.ts';

describe('fisherP', () => {
  it('sums the hypergeometric probabilities of as many right answers or more', () => {
    expect(fisherP({ right: 3, of: 4 }, { right: 1, of: 4 })).toBeCloseTo(17 / 70, 12); // the lady tasting tea
    expect(fisherP({ right: 4, of: 4 }, { right: 0, of: 4 })).toBeCloseTo(1 / 70, 12);
    expect(fisherP({ right: 0, of: 4 }, { right: 4, of: 4 })).toBeCloseTo(1, 12);
    expect(fisherP({ right: 2, of: 5 }, { right: 0, of: 0 })).toBeCloseTo(1, 12);
    expect(fisherP({ right: 900, of: 1000 }, { right: 500, of: 1000 })).toBeLessThan(1e-50);
  });
});
