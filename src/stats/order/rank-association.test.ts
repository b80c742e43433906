import { describe, expect, it } from 'vitest';
import { rankAssociation } from './rank-association.ts';

describe('rankAssociation', () => {
  // Exact null distribution of Spearman's rho: for n = 5, P(|rho| = 1) = 2/120; P(|rho| >= 0.9) = 10/120.
  it('gives the exact two-sided p of small samples', () => {
    expect(rankAssociation([1, 2, 3, 4, 5], [1, 2, 3, 4, 5], 1)).toMatchObject({ p: 2 / 120, seed: null });
    expect(rankAssociation([1, 2, 3, 4, 5], [2, 1, 3, 4, 5], 1)?.p).toBeCloseTo(10 / 120, 12);
  });

  it('draws orders of more than eight pairs, with the same result for the same seed', () => {
    const x = Array.from({ length: 12 }, (_, index) => index);
    const y = x.map((value) => (value * 5) % 12);
    const found = rankAssociation(x, y, 3);
    expect(found?.seed).toBe(3);
    expect(found?.p).toBeGreaterThan(0.1);
    expect(rankAssociation(x, y, 3)).toEqual(found);
  });

  it('is null for fewer than four pairs', () => {
    expect(rankAssociation([1, 2, 3], [1, 2, 3], 1)).toBeNull();
  });
});
