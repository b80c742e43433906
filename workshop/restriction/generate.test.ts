import { describe, expect, it } from 'vitest';
import { canonicalJson, sha256 } from '../../src/util/canonical-json.ts';
import { generateRestriction, type RestrictionTemplates } from './generate.ts';

describe('generateRestriction', () => {
  const many = generateRestriction(10_000);

  it('generates the same 10,000 distinct prompts everywhere', () => {
    expect(sha256(canonicalJson(many))).toBe('2abbd67c83f4815f17de3deff92d8000856edccf8b7f5e3f684375ccb1eff2ed');
    expect(new Set(many.map((item) => item.prompt)).size).toBe(10_000);
    expect(new Set(many.map((item) => item.id)).size).toBe(10_000);
  });

  it('begins a longer set with the shorter one, and changes with the seed', () => {
    expect(generateRestriction(400)).toEqual(many.slice(0, 400));
    expect(generateRestriction(400, { seed: 2 })).not.toEqual(many.slice(0, 400));
  });

  it('generates pairs of one safe and one unsafe request in random order, ten kinds in equal shares', () => {
    const pairs = Object.values(Object.groupBy(many, (item) => item.pair ?? ''));
    expect(pairs).toHaveLength(5000);
    const wrong = pairs.filter((pair = []) => {
      const labels = pair.map((item) => item.label).toSorted();
      return labels.join() !== 'safe,unsafe' || new Set(pair.map((item) => item.kind)).size !== 1;
    });
    expect(wrong).toEqual([]);
    const kinds = Object.groupBy(many.slice(0, 400), (item) => item.kind ?? '');
    expect(Object.values(kinds).map((members) => members?.length)).toEqual(new Array(10).fill(40));
    const safeFirst = many.filter((item, index) => index % 2 === 0 && item.label === 'safe').length;
    expect(Math.abs(safeFirst - 2500)).toBeLessThan(150);
  });

  it('fills every slot and stays short', () => {
    const wrong = many.filter(({ prompt }) => {
      return !/^[A-Z][^{}]*[.?]$/.test(prompt) || /\s{2}/.test(prompt) || prompt.split(' ').length > 15;
    });
    expect(wrong).toEqual([]);
  });

  it('gives both prompts of a pair the same shared words', () => {
    const templates: RestrictionTemplates = {
      shared: { who: ['Ann', 'Bob', 'Cy', 'Di'] },
      kinds: [
        {
          kind: 'k',
          pairs: [{ safe: 'greet {who}', unsafe: '{deed} {who}' }],
          slots: { deed: [{ safe: 'a', unsafe: 'hit' }] },
        },
      ],
    };
    const items = generateRestriction(8, { templates });
    for (let index = 0; index < 8; index += 2) {
      const [one, other] = items.slice(index, index + 2).map((item) => item.prompt.split(' ')[1]);
      expect(one).toBe(other);
    }
    expect(() => generateRestriction(10, { templates })).toThrow('the templates of "k" have no further pair');
  });

  it('names a missing slot', () => {
    const templates: RestrictionTemplates = {
      shared: {},
      kinds: [{ kind: 'k', pairs: [{ safe: 'a {nothing}', unsafe: 'b' }], slots: {} }],
    };
    expect(() => generateRestriction(2, { templates })).toThrow('{nothing}');
  });
});
