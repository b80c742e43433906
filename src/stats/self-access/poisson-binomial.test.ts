import { expect, it } from 'vitest';
import { lehmer } from '../../../test/support/stats/lehmer.ts';
import { chancesGivenSum } from './poisson-binomial.ts';

it('agrees with the enumeration of all 256 patterns of 8 cells', () => {
  const logOdds = lehmer(29, 8).map((value) => 6 * value - 1);
  const chances = chancesGivenSum(logOdds, [1, 2, 3, 4, 5, 6, 7, 8]);
  for (let sum = 1; sum <= 8; sum += 1) {
    const weights = new Float64Array(8);
    let all = 0;
    for (let pattern = 0; pattern < 256; pattern += 1) {
      const cells = logOdds.map((_, cell) => (pattern >> cell) & 1);
      if (cells.reduce((total, cell) => total + cell, 0) !== sum) continue;
      const weight = Math.exp(cells.reduce((total, cell, index) => total + cell * logOdds[index]!, 0));
      all += weight;
      for (const [index, cell] of cells.entries()) weights[index] = weights[index]! + cell * weight;
    }
    for (let cell = 0; cell < 8; cell += 1) expect(chances[cell * 9 + sum]).toBeCloseTo(weights[cell]! / all, 12);
  }
});

it('stays within range for 225 cells: chances lie in [0, 1] and add up to the sum', () => {
  const sums = [1, 60, 112, 200, 224];
  const chances = chancesGivenSum(
    lehmer(31, 225).map((value) => 8 * value - 4),
    sums,
  );
  for (const sum of sums) {
    const given = Array.from({ length: 225 }, (_, cell) => chances[cell * 226 + sum] as number);
    expect(given.every((chance) => chance >= 0 && chance <= 1 + 1e-9)).toBe(true);
    expect(given.reduce((total, chance) => total + chance, 0)).toBeCloseTo(sum, 8);
  }
});
