import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../util/random.ts';
import { closestOthers } from './closest-other.ts';

const models = 3;

/** Returns clusters whose cells have these means, with noise. */
function clustersOf(means: readonly number[], count = 60): readonly Float64Array[] {
  const random = seededRandom('closest', count);
  return Array.from({ length: count }, () => Float64Array.from([...means.map((mean) => mean + random() - 0.5), 1]));
}

const cells = (totals: Float64Array) => totals.slice(0, 9).map((sum) => sum / (totals[9] as number));
const found = (clusters: readonly Float64Array[]) => closestOthers({ clusters, models, cells }, 1);

describe('closestOthers', () => {
  it('is the own score minus that of the best other predictor, each half scored by the choice of the other', () => {
    // rows are predictors: model 1 predicts model 0 best, model 2 predicts model 1 best, model 0 predicts model 2 best
    const clusters = clustersOf([5, 1, 3, 4, 5, 1, 1, 4, 5]);
    const mean = (index: number) => clusters.reduce((sum, cluster) => sum + cluster[index]!, 0) / clusters.length;
    const values = found(clusters).map((estimate) => estimate?.value ?? Number.NaN);
    expect(values[0]).toBeCloseTo(mean(0) - mean(3), 10);
    expect(values[1]).toBeCloseTo(mean(4) - mean(7), 10);
    expect(values[2]).toBeCloseTo(mean(8) - mean(2), 10);
    expect(values[3]).toBeCloseTo((values[0]! + values[1]! + values[2]!) / 3, 10);
  });

  it('has the standard error of a paired mean where the choice is clear', () => {
    const clusters = clustersOf([5, 1, 3, 4, 5, 1, 1, 4, 5], 2000);
    // two uniform numbers of width 1: variance 1/6
    expect(found(clusters)[0]?.error).toBeGreaterThan(0.7 * Math.sqrt(1 / 6 / 2000));
    expect(found(clusters)[0]?.error).toBeLessThan(1.4 * Math.sqrt(1 / 6 / 2000));
  });

  it('does not gain from choosing among equal predictors', () => {
    const random = seededRandom('equal', 1);
    const values = Array.from({ length: 200 }, () => {
      const clusters = Array.from({ length: 60 }, () =>
        Float64Array.from({ length: 10 }, (_, k) => (k === 9 ? 1 : random())),
      );
      return found(clusters)[3]?.value ?? Number.NaN;
    });
    const mean = values.reduce((sum, value) => sum + value, 0) / 200;
    expect(Math.abs(mean)).toBeLessThan(4 * 0.0035); // four standard errors of the mean of 200
  });

  it('has no value with few clusters, or where a cell is undefined', () => {
    expect(found(clustersOf([5, 1, 3, 4, 5, 1, 1, 4, 5], 39))).toEqual([null, null, null, null]);
    const undefinedCells = (totals: Float64Array) =>
      cells(totals).map((value, cell) => (cell === 0 ? Number.NaN : value));
    const clusters = clustersOf([5, 1, 3, 4, 5, 1, 1, 4, 5]);
    expect(closestOthers({ clusters, models, cells: undefinedCells }, 1)[0]).toBeNull();
  });
});
