import { describe, expect, it } from 'vitest';
import type { CalibrationSamples } from '../rows.ts';
import { codedRows } from './coded-rows.ts';
import { reliabilityOf } from './reliability.ts';

const row = (predictions: string, executions: string): CalibrationSamples => ({
  ...{ predictor: 'ann', target: 'ann', group: 'g', cluster: 's', binary: true },
  predictions: [...predictions],
  executions: [...executions],
});

describe('reliabilityOf', () => {
  it('gives the mean observed share of values that were predicted about equally often', () => {
    const rows = codedRows([row('aaab', 'aabaabbb'), row('aaab', 'aaabaaaa')]);
    expect(reliabilityOf(rows)).toEqual([
      { n: 2, predicted: 0.25, observed: 0.375 }, // b: 3/4 and 0 of the second halves
      { n: 2, predicted: 0.75, observed: 0.625 }, // a: 1/4 and 4/4
    ]);
  });
});
