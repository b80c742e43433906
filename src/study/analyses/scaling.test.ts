import { describe, expect, it } from 'vitest';
import { predictionRow } from '../../../test/support/study/prediction-row.ts';
import { scalingCurves } from './scaling.ts';

/** Forty rows of one size; the first `right` strings are right. */
const rowsOf = (size: number, right: number, base = 'ann') =>
  Array.from({ length: 40 }, (_, n) => {
    const truth = n % 2 === 0 ? 'cat' : 'owl';
    return predictionRow({ base, target: 'ann', size, cluster: `s${n}`, truth, prediction: n < right ? truth : 'dog' });
  });

describe('scalingCurves', () => {
  const rows = [...rowsOf(4_000, 24), ...rowsOf(1_000, 16), ...rowsOf(4_000, 20, 'bob'), ...rowsOf(1_000, 10, 'bob')];
  const [ann, bob] = scalingCurves(rows);

  it('gives accuracy and advantage at each size, in the order of sizes', () => {
    expect(ann!.points.map(({ size, accuracy }) => [size, accuracy.value])).toEqual([
      [1_000, 0.4],
      [4_000, 0.6],
    ]);
    expect(ann!.points[0]!.advantage.missing).toBe('the base is the target itself');
    expect(bob!.points.map(({ advantage }) => advantage.value)).toEqual([
      expect.closeTo(6 / 40, 12),
      expect.closeTo(4 / 40, 12),
    ]);
  });

  it('divides the last step by its doublings', () => {
    expect(ann!.lastDoubling.value).toBeCloseTo(0.2 / 2, 12);
    expect(ann!.plateau).toBe(false);
  });

  it('calls it a plateau where the upper bound of the last doubling’s gain is below one point', () => {
    const [falling] = scalingCurves([...rowsOf(1_000, 30), ...rowsOf(2_000, 10)]);
    expect(falling!.plateau).toBe(true);
  });

  it('does not call it a plateau without an interval', () => {
    const [single] = scalingCurves(rowsOf(1_000, 30));
    expect(single).toMatchObject({ plateau: null, lastDoubling: { missing: 'fewer than two sizes' } });
    expect(scalingCurves([predictionRow()])).toEqual([]);
  });
});
