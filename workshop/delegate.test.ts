import { describe, expect, it } from 'vitest';
import { colleagues } from '../src/experiments/delegate/items.ts';
import { generateDelegate } from './delegate.ts';
import { beginningOf } from './know.ts';

describe('generateDelegate', () => {
  const items = generateDelegate(500);

  it('uses no template for more than 2 % of 500 questions, and each colleague for about a quarter', () => {
    const uses = [...Map.groupBy(items, beginningOf).values()].map(({ length }) => length);
    expect(Math.max(...uses)).toBeLessThanOrEqual(10);
    for (const percent of colleagues) {
      expect(Math.abs(items.filter(({ colleague }) => colleague === percent).length - 125)).toBeLessThan(40);
    }
  });

  it('begins a longer set with the shorter one', () => {
    expect(generateDelegate(40)).toEqual(items.slice(0, 40));
  });
});
