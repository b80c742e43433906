import { describe, expect, it } from 'vitest';
import { predictionRow } from '../../../test/support/study/prediction-row.ts';
import { alignRows, answered, hit } from './aligned-items.ts';

const self = (cluster: string, prediction: string | null = 'cat') => predictionRow({ cluster, prediction });
const cross = (cluster: string, prediction: string | null = 'cat') =>
  predictionRow({ base: 'bob', target: 'ann', cluster, prediction });

describe('alignRows', () => {
  it('keeps the items that every cell has, and counts a missing prediction as wrong', () => {
    const items = alignRows([
      [self('one'), self('two', null), self('three')],
      [cross('two'), cross('one', 'owl'), cross('four')],
    ]);
    expect(items.map(({ cluster }) => cluster)).toEqual(['one', 'two']);
    expect(items.map(hit(0))).toEqual([1, 0]);
    expect(items.map(hit(1))).toEqual([0, 1]);
    expect(items.map(answered(0))).toEqual([1, 0]);
    expect([items.map(hit(0, 1)), items.map(answered(0, 1)), items.map(hit())]).toEqual([
      [0.5, 0.5],
      [1, 0.5],
      [0, 0],
    ]);
  });

  it('counts a repeated row once', () => {
    expect(alignRows([[self('one'), self('one'), self('one')]])).toHaveLength(1);
  });

  it('keeps properties, tasks and wordings of one string apart', () => {
    const rows = [{}, { property: 'last-word' }, { task: 'foods' }, { wording: 'suppose' }].map(predictionRow);
    expect(alignRows([rows])).toHaveLength(4);
  });

  it('leaves out items without a truth', () => {
    expect(alignRows([[predictionRow({ truth: null, prediction: 'cat' })]])).toEqual([]);
  });

  it('refuses a row whose right contradicts its values', () => {
    expect(() => alignRows([[{ ...predictionRow(), right: false }]])).toThrow('right is false for cat against cat');
  });

  it('refuses two truths of one item', () => {
    const other = predictionRow({ base: 'bob', target: 'ann', truth: 'owl' });
    expect(() => alignRows([[predictionRow()], [other]])).toThrow('two truths for animals × first-word of "dog owl"');
  });
});
