import { expect, it } from 'vitest';
import { solvePositive } from './pair-residuals.ts';

it('agrees with R: solve(matrix(c(4, 1, 0, 1, 3, 1, 0, 1, 2), 3), 1:3)', () => {
  const solution = solvePositive([4, 1, 0, 1, 3, 1, 0, 1, 2], [1, 2, 3]);
  for (const [index, expected] of [2 / 9, 1 / 9, 13 / 9].entries()) expect(solution?.[index]).toBeCloseTo(expected, 12);
});

it('has no solution where the matrix does not determine one', () => {
  expect(solvePositive([1, 1, 1, 1], [1, 1])).toBeNull();
  expect(solvePositive([0], [1])).toBeNull();
  expect(solvePositive([1, 2, 2, 1], [1, 1])).toBeNull();
});
