import { describe, expect, it } from 'vitest';
import { generateFlip } from './flip.ts';
import { beginningOf } from './know.ts';

const items = generateFlip(500);

describe('generateFlip', () => {
  it('uses no template for more than 2 % of 500 questions, and repeats none', () => {
    const uses = [...Map.groupBy(items, beginningOf).values()].map(({ length }) => length);
    expect(Math.max(...uses)).toBeLessThanOrEqual(10);
    expect(new Set(items.map(({ question }) => question)).size).toBe(500);
  });

  it('begins a longer set with the shorter one', () => {
    expect(generateFlip(40)).toEqual(items.slice(0, 40));
  });
});
