import { expect, it } from 'vitest';
import { mcnemar } from './mcnemar.ts';

it('agrees with the published example: 1 against 7 (Fagerland, Lydersen and Laake 2013, table 1)', () => {
  const test = mcnemar(1, 7);
  expect(test.exact).toBeCloseTo(0.0703, 4);
  expect(test.midP).toBeCloseTo(0.0391, 4);
});

it('agrees with R’s binom.test, also for large counts (bench/reference/scores.R)', () => {
  expect(mcnemar(5, 15).exact).toBeCloseTo(0.041389465332, 10);
  expect(mcnemar(15, 5).midP).toBeCloseTo(0.0266036987305, 10);
  expect(mcnemar(480, 560).exact).toBeCloseTo(0.0142590790954, 9);
});

it('has p = 1 for no or balanced discordant pairs, and p near 0 for very unbalanced ones', () => {
  expect(mcnemar(0, 0).exact).toBe(1);
  expect(mcnemar(6, 6).exact).toBe(1);
  expect(mcnemar(6, 6).midP).toBeCloseTo(1 - 924 / 4096 / 2, 12);
  expect(mcnemar(0, 100_000).exact).toBe(0);
  expect(() => mcnemar(0.5, 2)).toThrow(RangeError);
});
