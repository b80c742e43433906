import { describe, expect, it } from 'vitest';
import { halfOf, halvingsOf, ranking, tallyHalves } from './halves.ts';

describe('halvingsOf', () => {
  it('takes every second execution, pairs, quarters, and the first half against the second', () => {
    expect(halvingsOf(8).map((each) => each.join(''))).toEqual(['01010101', '00110011', '00001111']);
    expect(halvingsOf(20)).toHaveLength(4);
    expect(halfOf(20).join('')).toBe('0'.repeat(10) + '1'.repeat(10));
  });

  it.each([2, 3, 4, 5, 7, 10, 19, 20])('leaves no part of %i executions empty', (executions) => {
    for (const halving of halvingsOf(executions)) {
      expect(halving).toHaveLength(executions);
      expect(new Set(halving)).toEqual(new Set([0, 1]));
    }
  });
});

describe('tallyHalves', () => {
  it('counts values in both parts and in the predictions', () => {
    const row = { ranks: 3, values: 3, executions: [0, 0, 1, 2, 1], predictions: [2, 2] };
    expect(tallyHalves(row, halfOf(5))).toEqual({
      ...{ first: Uint16Array.of(2, 0, 0), second: Uint16Array.of(0, 2, 1), predicted: Uint16Array.of(0, 0, 2) },
      ...{ firsts: 2, seconds: 3 },
    });
  });
});

describe('ranking', () => {
  it('lists the most frequent values, equal ones in alphabetical order, and none that does not occur', () => {
    expect(ranking(Uint16Array.of(1, 3, 0, 3), 2)).toEqual([1, 3]);
    expect(ranking(Uint16Array.of(1, 3, 0, 3), 5)).toEqual([1, 3, 0]);
    expect(ranking(Uint16Array.of(0, 0), 2)).toEqual([]);
  });
});
