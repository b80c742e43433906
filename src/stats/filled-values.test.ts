import { describe, expect, it } from 'vitest';
import { seededRandom } from '../util/random.ts';
import { filledValues } from './filled-values.ts';

/** Returns statements of a perfectly calibrated model in steps of `step`. */
function calibrated(items: number, seed: string, step = 0.05) {
  const random = seededRandom(seed);
  return Array.from({ length: items }, (_, item) => {
    const stated = Math.round(random() / step) * step;
    return { item, stated, isRight: random() < stated };
  });
}

describe('filledValues', () => {
  it('never names a perfectly calibrated model in 1,000 sets', () => {
    const named = Array.from({ length: 1000 }, (_, set) =>
      filledValues(calibrated(60 + (set % 10) * 60, `calibrated ${set}`, set % 2 === 0 ? 0.05 : 0.1)),
    );
    expect(named.flat()).toEqual([]);
  });

  it.each([0.5, 0.8, 0.9])('names a fill with %d of 8 % of 300 rows in most sets', (value) => {
    const sets = Array.from({ length: 100 }, (_, set) => {
      const rows = calibrated(300, `filled ${set}`, 0.07).map((row) =>
        row.item % 12 === 0 ? { ...row, stated: value, isRight: false } : row,
      );
      return filledValues(rows).map((filled) => filled.value);
    });
    expect(sets.filter((named) => named.length === 1 && named[0] === value).length).toBeGreaterThanOrEqual(82);
  });

  it('names no zero, no column of two values, no value with a right row, and none on few items', () => {
    const rows = (stated: number, n: number, isRight = false) =>
      Array.from({ length: n }, (_, item) => ({ item: `${stated} ${item}`, stated, isRight }));
    const others = [...rows(0.9, 40, true), ...rows(0.7, 40, true)];
    expect(filledValues([...rows(0.5, 30), ...others])).toEqual([{ value: 0.5, rows: 30, of: 110 }]);
    expect(filledValues([...rows(0, 30), ...others])).toEqual([]);
    expect(filledValues([...rows(0.5, 30), ...rows(0.9, 40, true)])).toEqual([]);
    expect(filledValues([...rows(0.5, 30), ...rows(0.5, 1, true), ...others])).toEqual([]);
    expect(filledValues([...rows(0.95, 9), ...others])).toEqual([]);
    expect(filledValues([...rows(0.5, 13), ...others])).toEqual([]); // 1 in 8,192
    const repeated = rows(0.5, 30).map((row) => ({ ...row, item: 'one' }));
    expect(filledValues([...repeated, ...others])).toEqual([]);
  });
});
