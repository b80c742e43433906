import { describe, expect, it } from 'vitest';
import { beginningOf, generateKnow } from './know.ts';

describe('generateKnow', () => {
  const items = generateKnow(500);

  it.each([500, 2000])('uses no template for more than 2 %% of %i questions', (count) => {
    const made = generateKnow(count);
    const uses = Map.groupBy(made, beginningOf);
    expect(Math.max(...[...uses.values()].map(({ length }) => length))).toBeLessThanOrEqual(count / 50);
    expect(new Set(made.map(({ question }) => question)).size).toBe(count);
  });

  it('spreads the right answers over the four letters', () => {
    const keys = Map.groupBy(items, ({ key }) => key);
    for (const [, { length }] of keys) expect(length).toBeGreaterThan(100);
  });

  it('begins a longer set with the shorter one, and changes with the seed', () => {
    expect(generateKnow(40)).toEqual(items.slice(0, 40));
    expect(generateKnow(40, { seed: 2 })).not.toEqual(items.slice(0, 40));
  });

  it('throws beyond its templates', () => {
    expect(() => generateKnow(20_000)).toThrow('10000 questions');
  });
});
