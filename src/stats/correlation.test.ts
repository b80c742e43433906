import { describe, expect, it } from 'vitest';
import { normal } from '../../test/simulation/scenarios/draw.ts';
import { seededRandom, shuffled } from '../util/random.ts';
import { assignmentTest, midRanks, pearson, spearman } from './correlation.ts';

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

describe('assignmentTest', () => {
  it('counts every split of two groups once', () => {
    // 4 against 4, completely separated: 2 of 70 splits
    expect(assignmentTest([1, 1, 1, 1, 0, 0, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1])?.p).toBeCloseTo(2 / 70, 12);
    // 2 against 6: the largest sum alone on its side; the mirror image is as extreme
    expect(assignmentTest([1, 1, 0, 0, 0, 0, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1])?.p).toBeCloseTo(2 / 28, 12);
  });

  it('counts every order of ranks', () => {
    // perfect order of 5: 2 of 120
    expect(assignmentTest(midRanks([1, 2, 3, 4, 5]), midRanks([10, 20, 30, 40, 50]))?.p).toBeCloseTo(2 / 120, 12);
  });

  it('uses t beyond 50,000 assignments, which agrees with 10,000 drawn orders', () => {
    const random = seededRandom('assignments');
    const x = midRanks(Array.from({ length: 12 }, () => normal(random)));
    const y = midRanks(x.map((rank) => rank + 5 * normal(random)));
    const found = assignmentTest(x, y);
    expect(found?.method).toBe('t');
    const observed = Math.abs(pearson(x, y)?.value ?? 0);
    let hits = 0;
    for (let draw = 0; draw < 10_000; draw += 1) {
      if (Math.abs(pearson(x, shuffled(y, random))?.value ?? 0) >= observed - 1e-9) hits += 1;
    }
    expect(Math.abs((found?.p ?? 1) - hits / 10_000)).toBeLessThan(0.02);
  });

  it('is null where nothing varies', () => {
    expect(assignmentTest([1, 1, 1, 1], [1, 2, 3, 4])).toBeNull();
    expect(assignmentTest([1, 2], [1, 2])).toBeNull();
  });
});
