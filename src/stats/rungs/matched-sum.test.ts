import { describe, expect, it } from 'vitest';
import { cellScores } from './cell-scores.ts';
import { matchedSum } from './matched-sum.ts';

const kind = {
  score: (p: number, y: number) => 1 - (p - y) ** 2,
  predictionKey: (p: number) => p,
  outcomeKey: (y: number) => y,
};
const predictions = [0.9, 0.9, 0.6, 0.9, 0.3, 0.6, 0.9];
const outcomes = [1, 0.8, 0, 0.6, 0.2, 0.4, 1];
const cluster = predictions.map((_, at) => at);

function found(units: Omit<Parameters<typeof cellScores<number, number>>[0], 'kind'>) {
  const cells = cellScores({ kind, ...units });
  return cells === null ? null : matchedSum(cells);
}

describe('matchedSum', () => {
  it('has the moments of all permutations', () => {
    // itertools.permutations in Python: mean 5.578571428571428, variance .20375510204081648, third moment .008614810495627016;
    // scipy.stats.norm.sf(z) + skewness / 6 (z² - 1) norm.pdf(z), z = (6.47 - mean) / sd
    const sum = found({ predictions, outcomes, cell: predictions.map(() => 0), cluster });
    expect(sum?.above).toBeCloseTo(0.02671265407532822, 10);
    expect(sum?.below).toBeCloseTo(0.9732873459246718, 10);
  });

  it('adds the moments of cells, and leaves out those of one unit', () => {
    const twice = [...predictions, ...predictions, 0.1];
    const cell = twice.map((_, at) => Math.floor(at / 7));
    const sum = found({
      predictions: twice,
      outcomes: [...outcomes, ...outcomes, 1],
      cell,
      cluster: twice.map((_, at) => at),
    });
    // z times the root of 2, skewness divided by it
    expect(sum?.above).toBeCloseTo(0.0032184716735178184, 10);
  });

  it('shuffles clusters of unequal size whole, and then within each', () => {
    // NumPy on the full matrix: bench/reference/report.py, shuffled_tails
    const sum = found({
      ...{
        predictions: [1, 0, 1, 0, 1, 1, 0, 0],
        outcomes: [1, 0, 1, 1, 1, 0, 0, 0],
        cluster: [0, 0, 0, 1, 2, 2, 3, 3],
      },
      cell: Array.from({ length: 8 }, () => 0),
    });
    expect(sum?.above).toBeCloseTo(0.09948908550968621, 10);
  });

  it('has nothing to say where nothing varies, or too many scores differ', () => {
    const cell = predictions.map(() => 0);
    expect(found({ predictions: predictions.map(() => 0.5), outcomes, cell, cluster })).toBeNull();
    const many = Array.from({ length: 1_100 }, (_, at) => at / 1_100);
    expect(
      found({
        predictions: many,
        outcomes: many,
        cell: many.map(() => 0),
        cluster: many.map((_, at) => at),
      }),
    ).toBeNull();
  });
});
