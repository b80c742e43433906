import { describe, expect, it } from 'vitest';
import type { CalibrationSamples } from '../rows.ts';
import { calibrations } from './calibrate.ts';

/** Returns thirty strings whose executions differ in how often they give "a"; predictions follow `said`. */
function rowsOf(said: (often: number) => number): readonly CalibrationSamples[] {
  return Array.from({ length: 30 }, (_, n) => {
    const often = 1 + (n % 9);
    const values = (times: number) => Array.from({ length: 10 }, (__, index) => ((index * 7) % 10 < times ? 'a' : 'b'));
    return {
      predictor: 'ann',
      target: 'ann',
      group: 'g',
      cluster: `s${n}`,
      binary: true,
      predictions: values(said(often)),
      executions: values(often),
    };
  });
}

describe('calibrations', () => {
  it('finds the correlation and no excess of predictions with the same shares', () => {
    const [found] = calibrations(
      rowsOf((often) => often),
      1,
    );
    expect(found!.correlation).toBeGreaterThan(0.8);
    expect(found!.deviation.interval![0]).toBeLessThanOrEqual(0);
    expect(found!.curve.map(({ predictions }) => predictions)).toEqual([1, 2, 5, 10]);
  });

  it('finds an excess of inverted predictions', () => {
    const [found] = calibrations(
      rowsOf((often) => 10 - often),
      1,
    );
    expect(found!.correlation).toBeLessThan(0);
    expect(found!.deviation.interval![0]).toBeGreaterThan(10);
    expect(found!.deviation.excess).toBeCloseTo(found!.deviation.mad! - found!.deviation.perfect!, 12);
  });

  it('keeps predictors, targets and groups apart', () => {
    const rows = rowsOf((often) => often);
    const both = [...rows, ...rows.map((row) => ({ ...row, predictor: 'bob' }))];
    expect(calibrations(both, 1).map(({ predictor }) => predictor)).toEqual(['ann', 'bob']);
  });

  it('is null, not NaN, without predictions', () => {
    const [found] = calibrations(
      rowsOf((often) => often).map((row) => ({ ...row, predictions: [] })),
      1,
    );
    expect(found).toMatchObject({ correlation: null, brier: null, jensenShannon: null, curve: [] });
    expect(found!.deviation).toMatchObject({ n: 0, mad: null, excess: null, interval: null });
  });
});
