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
    expect(index.trainings({ base: 'ann', target: 'ann', kind: 'trained' })).toEqual([[self]]);
    expect(index.trainings({ base: 'ann-2', target: 'ann', kind: 'trained' })).toEqual([[copy]]);
    expect(index.trainings({ base: 'bob', target: 'ann', kind: 'scramble' })).toEqual([[scramble]]);
    expect(index.trainings({ base: 'ann', target: 'bob', kind: 'trained' })).toEqual([]);
  });

  it('keeps the trainings of a cell apart, each arm with its own', () => {
    const trained = (base: string, training: string) => predictionRow({ base, target: 'ann', training });
    const [first, second, cross] = [trained('ann', '2'), trained('ann', '1'), trained('bob', '7')];
    const several = new CellIndex([first, cross, second]);
    expect(several.trainings({ base: 'ann', target: 'ann', kind: 'trained' })).toEqual([[second], [first]]);
    expect(several.trainings({ base: 'bob', target: 'ann', kind: 'trained' })).toEqual([[cross]]);
  });

  it('lists the targets of trained predictors', () => {
    expect(index.models).toEqual(['ann']);
  });
});
