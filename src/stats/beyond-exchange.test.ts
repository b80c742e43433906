import { describe, expect, it } from 'vitest';
import { isBeyondExchange } from './beyond-exchange.ts';

/** Clusters in which the first side is right and the second is wrong, or the reverse, or both are right. */
function clusters(better: number, worse: number, same = 100) {
  const made = (count: number, a: number, b: number) =>
    Array.from({ length: count }, () => ({ row: Float64Array.of(a, b), exchanged: Float64Array.of(b, a) }));
  return [...made(better, 1, 0), ...made(worse, 0, 1), ...made(same, 1, 1)];
}

const difference = ([a = 0, b = 0]: Float64Array) => (a - b) / 100;

describe('isBeyondExchange', () => {
  it.each([
    [5, 0, false], // exact sign test: 2 / 2^5 = 0.0625
    [6, 0, true], // 2 / 2^6 = 0.031
    [7, 1, false], // 18 / 2^8 = 0.070
    [8, 1, true], // 20 / 2^9 = 0.039
    [9, 3, false], // 598 / 2^12 = 0.146
    [12, 2, true], // 212 / 2^14 = 0.013
    [9, 6, true], // 15 clusters differ: the interval decides
  ])('with %i clusters for and %i against: %s, as the exact sign test', (better, worse, expected) => {
    expect(isBeyondExchange(clusters(better, worse), difference)).toBe(expected);
  });

  it('is false for sides that are equal in all clusters', () => {
    expect(isBeyondExchange(clusters(0, 0), difference)).toBe(false);
    expect(isBeyondExchange([], difference)).toBe(false);
  });
});
