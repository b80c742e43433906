import { describe, expect, it } from 'vitest';
import { predictionRow } from '../../../test/support/study/prediction-row.ts';
import { CellIndex } from './cells.ts';

describe('CellIndex', () => {
  const self = predictionRow();
  const scramble = predictionRow({ base: 'bob', target: 'ann', arm: 'scramble' });
  const copy = predictionRow({ base: 'ann-2', target: 'ann', arm: 'near-copy' });
  const untrained = predictionRow({ base: 'bob', target: 'ann', arm: 'untrained' });
  const elsewhere = predictionRow({ base: 'ann', target: 'bob', trainedOn: 'ann', arm: 'self' });
  const left = [predictionRow({ split: 'train' }), predictionRow({ arm: 'shifted' }), elsewhere];
  const index = new CellIndex([self, scramble, copy, untrained, ...left]);

  it('keeps held-out rows of predictors about their training target', () => {
    expect(index.rows({ base: 'ann', target: 'ann', kind: 'trained' })).toEqual([self]);
    expect(index.rows({ base: 'ann-2', target: 'ann', kind: 'trained' })).toEqual([copy]);
    expect(index.rows({ base: 'bob', target: 'ann', kind: 'scramble' })).toEqual([scramble]);
    expect(index.rows({ base: 'ann', target: 'bob', kind: 'trained' })).toEqual([]);
  });

  it('lists the targets of trained predictors', () => {
    expect(index.models).toEqual(['ann']);
  });
});
