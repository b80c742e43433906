import { expect, it } from 'vitest';
import { seededRandom } from '../../util/random.ts';
import { countSignFlips } from './sign-flips.ts';

/** Counts with one sign per bit of each random number, added one by one. */
function plainly(values: readonly number[], resamples: number, seed: number): readonly number[] {
  const random = seededRandom('sign-flip', seed);
  return Array.from({ length: resamples }, () => {
    let bits = 0;
    return values.reduce((sum, value, index) => {
      if (index % 32 === 0) bits = random() * 2 ** 32;
      return (bits >>> (index % 32)) & 1 ? sum + value : sum - value;
    }, 0);
  });
}

it.each([1, 7, 8, 31, 32, 33, 100, 257])('counts the arrangements of %i values as adding them one by one does', (n) => {
  const values = Array.from({ length: n }, (_, index) => ((index * 7) % 11) + 1 / 3);
  const sums = plainly(values, 501, n).map(Math.abs);
  for (const share of [0, 0.05, 0.2, 0.5, 1]) {
    const atLeast = share * values.reduce((sum, value) => sum + value, 0) - 1e-9;
    const expected = sums.filter((sum) => sum >= atLeast).length;
    expect(countSignFlips(values, { resamples: 501, seed: n, atLeast })).toBe(expected);
  }
});

it("counts no arrangement that Hoeffding's bound excludes, and draws all others", () => {
  const values = Array.from({ length: 120 }, (_, index) => (index % 5) + 1);
  const total = values.reduce((sum, value) => sum + value, 0);
  const squares = values.reduce((sum, value) => sum + value * value, 0);
  const sums = plainly(values, 9_999, 3).map(Math.abs);
  const largest = sums.reduce((most, sum) => Math.max(most, sum), 0);
  expect(largest).toBeLessThan(Math.sqrt(2 * squares * Math.log(2e13))); // about 7.8 standard deviations
  const draw = { resamples: 9_999, seed: 3 };
  expect(countSignFlips(values, { ...draw, atLeast: largest })).toBe(sums.filter((sum) => sum === largest).length);
  for (const atLeast of [largest + 1e-9, total]) expect(countSignFlips(values, { ...draw, atLeast })).toBe(0);
});

it('counts every arrangement of no value', () => {
  expect(countSignFlips([], { resamples: 9, seed: 1, atLeast: 0 })).toBe(9);
});
