import { describe, expect, it } from 'vitest';
import { midrankDealing } from './midrank-dealing.ts';
import { smallestP } from './smallest-p.ts';

describe('smallestP', () => {
  it.each([
    ['one other', [99, 1], 47],
    ['four others below', [4, 96], 54],
    ['eight others above', [92, 8], 50],
    ['others on both sides', [2, 90, 8], 12],
    ['more others than came true', [80, 20], 3],
    ['all equal', [40], 20],
    ['nothing', [], 0],
  ])('is the smallest p of the test of midranks: %s', (_, counts, positive) => {
    const predictions = counts.flatMap((count, value) => Array.from({ length: count }, () => value));
    const outcomes = predictions.map((__, unit) => (unit < positive ? 1 : 0));
    const { smallest } = midrankDealing({ predictions, outcomes, cell: predictions.map(() => 0) });
    expect(smallestP(new Map(counts.map((count, value) => [value, count])), positive)).toBeCloseTo(smallest, 10);
  });
});
