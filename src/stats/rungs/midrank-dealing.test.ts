import { describe, expect, it } from 'vitest';
import { midrankDealing } from './midrank-dealing.ts';

interface Rows {
  readonly p: readonly number[];
  readonly y: readonly number[];
}

/** Returns the test of several cells. */
function test(...cells: readonly Rows[]) {
  return midrankDealing({
    predictions: cells.flatMap(({ p }) => p),
    outcomes: cells.flatMap(({ y }) => y),
    cell: cells.flatMap(({ p }, cell) => p.map(() => cell)),
  });
}

const first = { p: [0.9, 0.8, 0.8, 0.95, 0.6, 0.9, 0.5, 0.7], y: [1, 1, 0, 1, 0, 1, 0, 0] };
const second = { p: [0.7, 0.7, 0.9, 0.99, 0.99], y: [0, 1, 0, 1, 1] };

describe('midrankDealing', () => {
  it('equals the exact rank sum test of scipy.stats.mannwhitneyu where no predictions are equal', () => {
    // mannwhitneyu([1, 2.5, 3.7, 9], [.5, .7, 2, 3], alternative='greater', method='exact')
    const found = test({ p: [1, 2.5, 3.7, 9, 0.5, 0.7, 2, 3], y: [1, 1, 1, 1, 0, 0, 0, 0] });
    expect(found).toMatchObject({ observed: 23, isExact: true });
    expect(found.above).toBeCloseTo(0.1, 12);
  });

  it('gives equal predictions their midrank, and deals within cells', () => {
    // enumeration in Python: scipy.stats.rankdata in each cell, all choices of the right ones, cells convolved
    expect(test(first).observed).toBe(25.5);
    expect(test(first).above).toBeCloseTo(0.02857142857142857, 12);
    expect(test(first, second).observed).toBe(36);
    expect(test(first, second).above).toBeCloseTo(0.01, 12);
    expect(test(first, second).below).toBeCloseTo(0.9971428571428571, 12);
  });

  it('agrees with the share of ordered pairs within cells', () => {
    expect(test(first).auroc).toBeCloseTo(0.96875, 12); // mean of (a > b) + (a == b) / 2 over 16 pairs
    const { auroc, observed, expected } = test({ p: [0.9, 0.8, 0.7, 0.6], y: [0, 1, 1, 0] }, second);
    expect((auroc as number) > 0.5).toBe(observed > expected);
  });

  it('turns around with the predictions, and when the rarer answer is the other one', () => {
    const turned = { p: first.p.map((p) => 1 - p), y: first.y };
    expect(test(turned).below).toBeCloseTo(test(first).above, 12);
    const rare = { p: [...first.p, 0.4, 0.3], y: [...first.y, 0, 0] };
    const common = { p: rare.p.map((p) => -p), y: rare.y.map((y) => 1 - y) };
    expect(test(common).above).toBeCloseTo(test(rare).above, 12);
  });

  it('finds nothing where a cell has one answer or one prediction', () => {
    const nothing = { above: 1, below: 1, smallest: 1 };
    expect(test({ p: [0.5, 0.5, 0.5], y: [1, 0, 1] })).toMatchObject({ ...nothing, auroc: 0.5 });
    expect(test({ p: [0.2, 0.9], y: [1, 1] })).toMatchObject({ ...nothing, auroc: null });
  });

  it('is exact for 300 items with 12 predictions', () => {
    const p = Array.from({ length: 300 }, (_, i) => ((i * 7) % 12) / 12);
    const y = p.map((each, i) => Number(((i * 37 + 11) % 100) / 100 < 0.25 + 0.3 * each));
    const found = test({ p, y });
    expect(found.observed).toBe(20134); // counts of subsets by Python integers
    expect(found.above).toBeCloseTo(0.0005909860638030055, 12);
    expect(found.isExact).toBe(true);
  });

  it('takes the normal distribution with skewness where an exact one takes too long', () => {
    const p = Array.from({ length: 4_000 }, (_, i) => ((i * 7) % 12) / 12);
    const y = p.map((each, i) => Number(((i * 37 + 11) % 100) / 100 < 0.25 + 0.05 * each));
    const found = test({ p, y });
    expect(found.isExact).toBe(false);
    // scipy.stats.mannwhitneyu(p[y == 1], p[y == 0], alternative='greater', method='asymptotic'), without skewness
    expect(found.above).toBeCloseTo(0.001307870672725955, 5);
  });
});
