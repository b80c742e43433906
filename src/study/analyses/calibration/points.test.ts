import { describe, expect, it } from 'vitest';
import type { CalibrationSamples } from '../rows.ts';
import { codedRows } from './coded-rows.ts';
import { sharePoints } from './points.ts';

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
