import { describe, expect, it } from 'vitest';
import { generateRepeat } from './generate.ts';
import { forms, things } from './requests.ts';

const most = 2 * forms.length * things.length;

describe('generateRepeat', () => {
  const all = generateRepeat(most);

  it.each([500, most])('uses no template for more than 2 %% of %i requests, and repeats none', (count) => {
    const made = all.slice(0, count);
    const uses = Map.groupBy(made, ({ template }) => template);
    expect(Math.max(...[...uses.values()].map(({ length }) => length))).toBeLessThanOrEqual(count / 50);
    expect(new Set(made.map(({ request }) => request)).size).toBe(count);
  });

  it('begins a longer set with the shorter one, and throws beyond its forms', () => {
    expect(generateRepeat(41)).toEqual(all.slice(0, 41));
    expect(() => generateRepeat(most + 1)).toThrow(`${most} requests`);
  });
});
