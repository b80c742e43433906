import { describe, expect, it } from 'vitest';
import { predictionRow } from '../../../test/support/study/prediction-row.ts';
import { capabilities } from './capability.ts';
import type { PredictionRow } from './rows.ts';

const share = (right: number, row: Partial<PredictionRow>) =>
  Array.from({ length: 100 }, (_, n) => predictionRow({ ...row, prediction: n < right ? 'cat' : null }));

describe('capabilities', () => {
  const rows = [
    ...share(90, { split: 'train' }),
    ...share(85, { split: 'train', base: 'bob', target: 'ann' }),
    ...share(80, { arm: 'read-off', base: 'ann', target: 'ann', trainedOn: null }),
    ...share(74, { arm: 'read-off', base: 'bob', target: 'bob', trainedOn: null }),
  ];

  it('flags a cross predictor that lags by more than five points', () => {
    expect(capabilities(rows).map(({ base, readOff, fit, flags }) => ({ base, readOff, fit, flags }))).toEqual([
      { base: 'ann', readOff: 0.8, fit: 0.9, flags: [] },
      {
        base: 'bob',
        readOff: 0.74,
        fit: 0.85,
        flags: ['names the property of a shown response worse than the target itself'],
      },
    ]);
  });

  it('is null, and flags nothing, where it was not measured', () => {
    expect(capabilities([predictionRow()])).toMatchObject([{ readOff: null, fit: null, flags: [] }]);
  });
});
