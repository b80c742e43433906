import { describe, expect, it } from 'vitest';
import { rankOneDiagonal } from './rank-one-fit.ts';

function cellsOf(strength: readonly number[], ease: readonly number[], self = 0): Float64Array {
  return Float64Array.from(strength.flatMap((a, row) => ease.map((b, column) => a * b + (row === column ? self : 0))));
}

describe('rankOneDiagonal', () => {
  it('equals the common value of equal cells', () => {
    const found = rankOneDiagonal(cellsOf([0.5, 0.5, 0.5, 0.5], [0.6, 0.6, 0.6, 0.6]), 4);
    for (const value of found!) expect(value).toBeCloseTo(0.3, 1);
  });

  it('expects more of a strong predictor that is predictable, where the additive model expects less', () => {
    const found = rankOneDiagonal(cellsOf([0.9, 0.3, 0.3, 0.3, 0.3], [0.9, 0.3, 0.3, 0.3, 0.3]), 5);
    expect(found![0]).toBeGreaterThan(0.46); // .81 itself, pulled in; the additive model expects .27 + .27 - .09 = .45
    expect(found![1]).toBeCloseTo(0.09, 1);
  });

  it('does not look at the diagonal', () => {
    const [strength, ease] = [[0.4, 0.5, 0.2, 0.7], [0.3, 0.6, 0.5, 0.4]]; // biome-ignore format: two lists
    expect(rankOneDiagonal(cellsOf(strength, ease, 9), 4)).toEqual(rankOneDiagonal(cellsOf(strength, ease), 4));
  });

  it('is null below three models and where a cell is missing', () => {
    expect(rankOneDiagonal(cellsOf([1, 1], [1, 1]), 2)).toBeNull();
    expect(rankOneDiagonal(cellsOf([1, 1, 1], [1, 1, 1]).with(1, Number.NaN), 3)).toBeNull();
  });
});
