import { describe, expect, it } from 'vitest';
import { calibrations, reliabilityOf, sharePoints } from './calibration.ts';
import type { CalibrationSamples } from './rows.ts';
import { codedRows } from './share-deviation.ts';

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
  it('finds no excess of predictions with the same shares', () => {
    const [found] = calibrations(
      rowsOf((often) => often),
      1,
    );
    expect(found!.deviation.interval![0]).toBeLessThanOrEqual(0);
  });

  it('finds an excess of inverted predictions', () => {
    const [found] = calibrations(
      rowsOf((often) => 10 - often),
      1,
    );
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
    expect(found!.deviation).toMatchObject({ n: 0, mad: null, excess: null, interval: null });
  });
});

const row = (predictions: string, executions: string, binary = false): CalibrationSamples => ({
  predictor: 'ann',
  target: 'ann',
  group: 'g',
  cluster: 's',
  binary,
  predictions: [...predictions],
  executions: [...executions],
});

describe('sharePoints', () => {
  it('ranks values on the first half of the executions and takes their shares from the second', () => {
    const [coded] = codedRows([row('aabc', 'aabc' + 'bbba')]);
    expect(sharePoints(coded!)).toEqual([
      { executed: 0.25, predicted: 0.5 },
      { executed: 0.75, predicted: 0.25 },
      { executed: 0, predicted: 0.25 },
    ]);
  });

  it('takes two values of a binary property', () => {
    const [coded] = codedRows([row('aa', 'aabc' + 'bbba', true)]);
    expect(sharePoints(coded!)).toHaveLength(2);
  });
});

describe('codedRows', () => {
  it('compares values in lower case on both sides', () => {
    const [coded] = codedRows([row('Aa', 'aA')]);
    expect(new Set([...coded!.predictions, ...coded!.executions]).size).toBe(1);
  });

  it('takes the first predictions only, and leaves out rows that have fewer or one execution', () => {
    const rows = [row('abc', 'aa'), row('a', 'aa'), row('abc', 'a'), row('', 'aa')];
    expect(codedRows(rows, 2).map(({ predictions }) => predictions.length)).toEqual([2]);
    expect(codedRows(rows)).toHaveLength(2);
  });
});

const halved = (predictions: string, executions: string): CalibrationSamples => ({
  ...{ predictor: 'ann', target: 'ann', group: 'g', cluster: 's', binary: true },
  predictions: [...predictions],
  executions: [...executions],
});

describe('reliabilityOf', () => {
  it('gives the mean observed share of values that were predicted about equally often', () => {
    const rows = codedRows([halved('aaab', 'aabaabbb'), halved('aaab', 'aaabaaaa')]);
    expect(reliabilityOf(rows)).toEqual([
      { n: 2, predicted: 0.25, observed: 0.375 }, // b: 3/4 and 0 of the second halves
      { n: 2, predicted: 0.75, observed: 0.625 }, // a: 1/4 and 4/4
    ]);
  });
});
