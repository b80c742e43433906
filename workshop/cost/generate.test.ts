import { describe, expect, it } from 'vitest';
import { generateCost } from './generate.ts';
import { forms, topics } from './requests.ts';

const most = 2 * forms.length * topics.length;

describe('generateCost', () => {
  const all = generateCost(most);

  it.each([500, 2000])('uses no template for more than 2 %% of %i requests, and repeats none', (count) => {
    const made = all.slice(0, count);
    const uses = Map.groupBy(made, ({ template }) => template);
    expect(Math.max(...[...uses.values()].map(({ length }) => length))).toBeLessThanOrEqual(count / 50);
    expect(new Set(made.map(({ prompt }) => prompt)).size).toBe(count);
  });

  it('begins a longer set with the shorter one, and changes with the seed', () => {
    expect(generateCost(41)).toEqual(all.slice(0, 41));
    expect(generateCost(40, { seed: 2 })).not.toEqual(all.slice(0, 40));
  });

  it('throws beyond its forms', () => {
    expect(all).toHaveLength(most);
    expect(() => generateCost(most + 2)).toThrow(`${most} requests`);
  });
});
