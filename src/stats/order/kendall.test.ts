import { expect, it } from 'vitest';
import { kendallTauB } from './kendall.ts';

it('agrees with R: cor(x, y, method = "kendall") with ties (bench/reference/scores.R)', () => {
  const x = [0, 9, 3, 2, 7, 5, 3, 8, 8, 5, 7, 6, 8, 2, 4];
  const y = [2, 6, 6, 3, 4, 4, 4, 5, 8, 6, 7, 8, 4, 3, 5];
  expect(kendallTauB(x, y)).toBeCloseTo(0.492315314715, 10);
});

it('is 1 and -1 for equal and opposite orders, null where all are tied', () => {
  expect(kendallTauB([1, 2, 3], [10, 20, 30])).toBeCloseTo(1, 12);
  expect(kendallTauB([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1, 12);
  expect(kendallTauB([1, 1, 1], [1, 2, 3])).toBeNull();
  expect(kendallTauB([], [])).toBeNull();
});
