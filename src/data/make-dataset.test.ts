import { expect, test } from 'vitest';
import { itemsABlock, packItems } from './make-dataset.ts';

const itemsOf = (count: number) =>
  Array.from({ length: count }, (_, number) => ({
    id: `item ${number} \0 \ud800`,
    text: 'a\nb',
    more: [number, null],
  }));

test.each([0, 1, itemsABlock, itemsABlock + 1, 3 * itemsABlock])(
  'yields %i items in order on every iteration',
  (count) => {
    const items = itemsOf(count);
    const packed = packItems(items);
    expect(packed.length).toBe(count);
    expect([...packed]).toEqual(items);
    expect([...packed]).toEqual(items);
    expect(packed.blocks).toHaveLength(Math.ceil(count / itemsABlock));
  },
);

test('packs items into a small part of their size', () => {
  const items = itemsOf(20_000);
  const packed = packItems(items.values());
  const bytes = packed.blocks.reduce((sum, block) => sum + block.length, 0);
  expect(bytes).toBeLessThan(JSON.stringify(items).length / 8);
});
