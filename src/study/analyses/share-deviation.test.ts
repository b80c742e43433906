import { describe, expect, it } from 'vitest';
import {
  type CodedRow,
  DeviationTally,
  deviationsOf,
  halfOf,
  halvingsOf,
  perfectDifferences,
  ranking,
  tallyHalves,
} from './share-deviation.ts';

describe('deviationsOf', () => {
  it('takes shares from the half that did not rank, in both directions', () => {
    // Two executions are halved in one way. Row 1, forward: value 0 ranks, executed 0, predicted 1, own 1; backward: value 1
    // ranks, executed 0, predicted 0, own 1. Row 2 in both directions: value 0, executed 1, predicted 1/2, own 1.
    const rows = [
      { ranks: 1, values: 2, executions: [0, 1], predictions: [0, 0] },
      { ranks: 1, values: 2, executions: [0, 0], predictions: [0, 1] },
    ];
    // Bins 0 and 1: forward (1 + 1/2) / 2, backward (0 + 1/2) / 2; own (1 + 0) / 2 in both.
    expect(deviationsOf(rows)).toEqual({ predicted: 50, own: 50 });
  });

  it('is null where all executed shares are equal', () => {
    expect(deviationsOf([{ ranks: 3, values: 1, executions: [0, 0], predictions: [0] }])).toBeNull();
    expect(deviationsOf([])).toBeNull();
  });
});

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

/** The deviation of pairs of executed and predicted shares. */
function deviation(pairs: readonly (readonly [number, number])[]): number | null {
  const tally = new DeviationTally();
  for (const [executed, predicted] of pairs) tally.add(executed, predicted);
  return tally.deviation();
}

describe('DeviationTally', () => {
  it('averages |mean executed - mean predicted| over bins of the executed share', () => {
    // Bins .2, .2 and .8: |.2 - .3| and |.8 - .6|, one bin each; the mean of 10 and 20 points.
    expect(
      deviation([
        [0.2, 0.1],
        [0.2, 0.5],
        [0.8, 0.6],
      ]),
    ).toBeCloseTo(15, 10);
  });

  it('has at most ten bins', () => {
    // Twenty shares in ten bins of two: within each bin the two errors cancel.
    const twenty = Array.from({ length: 20 }, (_, n) => [n / 20, n / 20 + (n % 2 === 0 ? 0.02 : -0.02)] as const);
    expect(deviation(twenty)).toBeCloseTo(0, 10);
  });

  it('is null where all executed shares are equal, or there is none', () => {
    expect(
      deviation([
        [0.5, 0.1],
        [0.5, 0.9],
      ]),
    ).toBeNull();
    expect(deviation([])).toBeNull();
  });
});

const coded = (executions: readonly number[], predictions = executions): CodedRow => ({
  ranks: 3,
  values: 5,
  predictions,
  executions,
});

describe('perfectDifferences', () => {
  it('has no draws where executions never vary: all executed shares are 1, in one bin', () => {
    const fixed = Array.from({ length: 8 }, (_, n) => coded([n % 2, n % 2, n % 2, n % 2]));
    expect([...perfectDifferences(fixed, { draws: 5, seed: 1 })]).toEqual([]);
  });

  it('is ascending, and the same for the same seed', () => {
    const noisy = Array.from({ length: 12 }, (_, n) => coded([0, n % 2, n % 3, 1, 0, n % 2]));
    const found = perfectDifferences(noisy, { draws: 20, seed: 1 });
    expect(found).toEqual(found.toSorted());
    expect(found).toEqual(perfectDifferences(noisy, { draws: 20, seed: 1 }));
  });

  it('does not depend on which samples were executions and which predictions', () => {
    const rows = Array.from({ length: 40 }, (_, n) => coded([0, n % 2, n % 3, 1], [n % 5, n % 2, 0, 2]));
    const swapped = rows.map((row) => ({ ...row, executions: row.predictions, predictions: row.executions }));
    const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const [found, other] = [rows, swapped].map((own) => mean(perfectDifferences(own, { draws: 400, seed: 1 })));
    expect(Math.abs(found! - other!)).toBeLessThan(1);
    expect(Math.abs(deviationsOf(rows)!.predicted - deviationsOf(swapped)!.predicted)).toBeGreaterThan(1);
  });
});
