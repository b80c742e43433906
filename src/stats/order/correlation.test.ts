import { describe, expect, it } from 'vitest';
import { midRanks, pearson, spearman } from './correlation.ts';

// 15 pairs with ties: bench/reference/scores.R
const x = [0, 9, 3, 2, 7, 5, 3, 8, 8, 5, 7, 6, 8, 2, 4];
const y = [2, 6, 6, 3, 4, 4, 4, 5, 8, 6, 7, 8, 4, 3, 5];

it('agrees with R’s cor.test: Pearson and Fisher’s interval', () => {
  const found = pearson(x, y);
  expect(found?.value).toBeCloseTo(0.608010679758, 10);
  expect(found?.interval?.low).toBeCloseTo(0.139059479211, 10);
  expect(found?.interval?.high).toBeCloseTo(0.854217765186, 10);
});

it('agrees with R: Spearman with Bonett and Wright’s interval', () => {
  const found = spearman(x, y);
  expect(found?.value).toBeCloseTo(0.594540630347, 10);
  expect(found?.interval?.low).toBeCloseTo(0.0707829749414, 10);
  expect(found?.interval?.high).toBeCloseTo(0.86131553869, 10);
});

describe('undefined correlations', () => {
  it('has no correlation for fewer than 4 pairs or constant values', () => {
    expect(pearson([1, 2, 3], [1, 3, 2])).toBeNull();
    expect(spearman([1, 2, 3], [1, 3, 2])).toBeNull();
    expect(pearson([0.1, 0.1, 0.1, 0.1, 0.1], [1, 2, 3, 4, 5])).toBeNull();
    expect(() => pearson([1, 2], [1])).toThrow(RangeError);
  });

  it('has no interval at a perfect correlation', () => {
    const found = pearson([1, 2, 3, 4], [2, 4, 6, 8]);
    expect(found?.value).toBeCloseTo(1, 12);
    expect(found?.interval).toBeNull();
  });
});

it('shares ranks among ties: R’s rank(c(10, 20, 20, 5))', () => {
  expect(midRanks([10, 20, 20, 5])).toEqual([2, 3.5, 3.5, 1]);
});
