import { describe, expect, it } from 'vitest';
import type { ItemBase } from '../domain/dataset.ts';
import { experimentRegistry } from '../experiments/registry.ts';
import { templateShare } from './shared-templates.ts';
import { shippedDataset } from './shipped-datasets.ts';

const nouns = Array.from(
  { length: 60 },
  (_, index) => `${'abcdef'[index % 6]}${'uvwxyz'[Math.floor(index / 10)]}on${'klmnopqrst'[index % 10]}`,
);
const templates = [
  'How do I make a very good',
  'Tell me in five words about the',
  'Is it allowed to carry a',
  'Where can I buy one',
];

describe('templateShare', () => {
  it('finds items that are made of a few templates, unless they are one group', () => {
    const texts = nouns.map((noun, index) => ({ text: `${templates[index % 4]} ${noun}?`, group: String(index) }));
    expect(templateShare(texts)).toBeGreaterThan(0.7);
    expect(templateShare(texts.map((each, index) => ({ ...each, group: String(index % 2) })))).toBe(0);
  });

  it.each(['association', 'restriction'])('finds no template in most items of the shipped set of %s', (name) => {
    const experiment = experimentRegistry().get(name);
    if (experiment === undefined) throw new Error(name);
    const { items } = shippedDataset<ItemBase>(experiment);
    const texts = [...items].map((item) => ({ text: experiment.title(item), group: experiment.cluster(item) }));
    expect(templateShare(texts)).toBeLessThan(0.5);
  });
});
