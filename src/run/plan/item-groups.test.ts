import { describe, expect, it } from 'vitest';
import { ItemGroups } from './item-groups.ts';

const experiment = {
  name: 'ask',
  cluster: ({ id }: { id: string }) => id,
  title: (item: { id: string }) => (item.id.startsWith('a') ? 'Is it raining?' : `Question ${item.id}`),
};

describe('ItemGroups', () => {
  it('puts items with equal text into the group of the first, whatever their ids', () => {
    const groups = new ItemGroups();
    expect(['a1', 'b', 'a2', 'c', 'a1'].map((id) => groups.of(experiment, { id }))).toEqual([
      'a1',
      'b',
      'a1',
      'c',
      'a1',
    ]);
  });

  it('keeps equal texts of different experiments apart', () => {
    const groups = new ItemGroups();
    groups.of(experiment, { id: 'a1' });
    expect(groups.of({ ...experiment, name: 'answer' }, { id: 'a2' })).toBe('a2');
  });
});
