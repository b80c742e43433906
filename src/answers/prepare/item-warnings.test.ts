import { describe, expect, it } from 'vitest';
import type { PropertyItem } from '../../experiments/property/items.ts';
import { shippedExperiments } from '../../experiments/registry.ts';
import { itemWarnings } from './item-warnings.ts';

const words = ['river', 'candle', 'bridge', 'parrot', 'thunder', 'violin', 'garden', 'pepper', 'castle', 'mirror'];
const items = words.map((word): PropertyItem => {
  return { id: word, task: 'words', string: word, prompt: word, properties: ['first-word'], split: 'test' };
});

describe('itemWarnings', () => {
  it('does not warn that all items are in one half of a split', () => {
    const source = { licence: 'Apache-2.0', origin: 'written here', redistributable: true, sha256: '' };
    expect(
      itemWarnings({ name: 'words', experiment: 'property', ...source, items }, shippedExperiments.property),
    ).toEqual([]);
  });
});
