import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../util/random.ts';
import { binsOf, calibrations, deviationOf, reliabilities, sharePoints } from './calibration.ts';
import type { CalibrationSamples } from './rows.ts';

const row = (
  predictions: string,
  executions: string,
  changes: Partial<CalibrationSamples> = {},
): CalibrationSamples => ({
  ...{ predictor: 'ann', target: 'ann', group: 'g', cluster: 's', binary: false },
  predictions: [...predictions],
  executions: [...executions],
  ...changes,
});

/** Returns sixty strings whose executions give "a" with different probabilities; predictions do with those of `said`. */
function rowsOf(said: (share: number) => number): readonly CalibrationSamples[] {
  const random = seededRandom('calibration of a test');
  return Array.from({ length: 60 }, (_, n) => {
    const share = (1 + (n % 9)) / 10;
    const values = (of: number) => Array.from({ length: 30 }, () => (random() < of ? 'a' : 'b')).join('');
    return row(values(said(share)), values(share), { cluster: `s${n}`, binary: true });
  });
}

describe('sharePoints', () => {
  it('chooses values in one part of the executions and takes their shares from the others', () => {
    // Executions 1, 4, 7 choose (a, a, b), 2, 5, 8 are observed (b, b, a), and 3, 6, 9 are further ones (c, a, a).
    const [a, b] = sharePoints(row('aab', 'abcabab' + 'aa'), 0);
    expect(a).toMatchObject({ observed: 1 / 3, predicted: 2 / 3, matched: { predicted: 2 / 3, repeated: 2 / 3 } });
    expect(b).toMatchObject({ observed: 2 / 3, predicted: 1 / 3, matched: { predicted: 1 / 3, repeated: 0 } });
  });

  it('compares equally many predictions and further executions, in lower case', () => {
    const [a] = sharePoints(row('ABBB', 'aaaaaa'), 0);
    expect(a).toEqual({ cluster: 's', observed: 1, predicted: 0.25, matched: { predicted: 0.5, repeated: 1 } });
  });

  it('takes two values of a binary property, and none of a row without predictions or with two executions', () => {
    expect(sharePoints(row('a', 'axxbxxcxx'), 0)).toHaveLength(3);
    expect(sharePoints(row('a', 'axxbxxcxx', { binary: true }), 0)).toHaveLength(2);
    expect([sharePoints(row('', 'aaa'), 0), sharePoints(row('a', 'aa'), 0)]).toEqual([[], []]);
  });
});

describe('binsOf', () => {
  it('has at most ten bins of equally many shares, and equal shares in one', () => {
    const bins = binsOf(Array.from({ length: 20 }, (_, n) => n / 20));
    expect([...bins.values()]).toEqual(Array.from({ length: 20 }, (_, n) => Math.floor(n / 2)));
    expect([...binsOf([0.2, 0.2, 0.8])]).toEqual([
      [0.2, 0],
      [0.8, 1],
    ]);
  });
});

describe('deviationOf', () => {
  it('is the mean over bins of |observed - predicted|, beside that of further executions', () => {
    const sure = [row('b', 'aaa', { cluster: 's1' }), row('b', 'bbb', { cluster: 's2' })];
    // Every execution of s1 is a, and of s2 b: both chosen values are observed in all executions, in one bin.
    expect(deviationOf(sure)).toMatchObject({ n: 2, mad: null, perfect: null, excess: null, interval: null });
    const mixed = [...sure, row('b', 'abcabc'.slice(0, 3), { cluster: 's3' })];
    // s3: each part has one value, which the next part lacks: observed 0. Bins 0 (s3) and 1 (s1, s2).
    // s1 is off by 1 and s2 by 0: 0.5. s3 is off by 1 where b was chosen, in one of three rotations.
    expect(deviationOf(mixed).mad).toBeCloseTo((100 * (0.5 + 1 / 3)) / 2, 10);
    expect(deviationOf(mixed).perfect).toBe(0);
  });
});

describe('calibrations', () => {
  it('finds no excess of predictions with the same shares', () => {
    const [found] = calibrations(rowsOf((share) => share));
    expect(found!.deviation.interval![0]).toBeLessThanOrEqual(0);
  });

  it('finds an excess of inverted predictions', () => {
    const [found] = calibrations(rowsOf((share) => 1 - share));
    expect(found!.deviation.interval![0]).toBeGreaterThan(10);
    expect(found!.deviation.excess).toBeCloseTo(found!.deviation.mad! - found!.deviation.perfect!, 12);
  });

  it('keeps predictors, targets and groups apart', () => {
    const rows = rowsOf((share) => share);
    const both = [...rows, ...rows.map((each) => ({ ...each, predictor: 'bob' }))];
    expect(calibrations(both).map(({ predictor }) => predictor)).toEqual(['ann', 'bob']);
  });

  it('is null, not NaN, without predictions', () => {
    const [found] = calibrations(rowsOf((share) => share).map((each) => ({ ...each, predictions: [] })));
    expect(found!.deviation).toMatchObject({ n: 0, mad: null, excess: null, interval: null });
  });
});

describe('reliabilities', () => {
  it('gives the mean observed share of values that were predicted about equally often', () => {
    const rows = [row('aaab', 'aabbbabab', { binary: true }), row('aaab', 'aaaababba', { binary: true })];
    const [found] = reliabilities(rows);
    expect(found!.bins.map(({ n, predicted }) => [n, predicted])).toEqual([
      [2, 0.25],
      [2, 0.75],
    ]);
  });
});
