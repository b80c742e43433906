import { describe, expect, it } from 'vitest';
import { canonicalJson, sha256 } from '../src/util/canonical-json.ts';
import { generateAssociation, readPools } from './association.ts';

describe('the pools', () => {
  it('have 500 cues with 12 different words each, and fewer than 2,000 words in all', () => {
    const pools = readPools();
    expect(new Set(pools.map((pool) => pool.target)).size).toBe(500);
    for (const { target, words } of pools) {
      expect(new Set([target, ...words]).size, target).toBe(13);
    }
    expect(new Set(pools.flatMap(({ target, words }) => [target, ...words])).size).toBeLessThan(2000);
    expect(new Set(pools.map((pool) => pool.topic)).size).toBeGreaterThanOrEqual(20);
  });
});

describe('generateAssociation', () => {
  const many = generateAssociation(10_000);

  it('generates the same 10,000 distinct examples everywhere', () => {
    expect(sha256(canonicalJson(many))).toBe('acdd2dc69d1051f099b41e915ac2ddcae4a2d6d3ced964740e32fc49e7dc9125');
    expect(new Set(many.map((item) => item.id)).size).toBe(10_000);
    expect(new Set(many.map(({ target, options }) => canonicalJson([target, options.toSorted()]))).size).toBe(10_000);
  });

  it('begins a longer set with the shorter one, and changes with the seed', () => {
    expect(generateAssociation(500)).toEqual(many.slice(0, 500));
    expect(generateAssociation(500, { seed: 2 })).not.toEqual(many.slice(0, 500));
  });

  it('draws three to five distinct words of the cue’s pool, from its whole range', () => {
    const pools = new Map(readPools().map((pool) => [pool.target, pool]));
    const drawn = new Array<number>(12).fill(0);
    for (const { target, options } of many) {
      const places = options.map((option) => pools.get(target)?.words.indexOf(option) ?? -1);
      if (places.includes(-1) || new Set(places).size !== places.length) throw new Error(`bad draw for ${target}`);
      for (const index of places) drawn[index] = (drawn[index] ?? 0) + 1;
    }
    const sizes = Object.groupBy(many, ({ options }) => options.length);
    expect(Object.keys(sizes)).toEqual(['3', '4', '5']);
    const expected = drawn.reduce((sum, count) => sum + count) / 12;
    for (const count of drawn) expect(Math.abs(count / expected - 1)).toBeLessThan(0.1);
  });

  it('uses every set of options of a pool, then throws', () => {
    const [pool] = readPools();
    if (pool === undefined) throw new Error('no pool');
    const all = generateAssociation(1507, { pools: [pool] });
    expect(new Set(all.map(({ options }) => canonicalJson(options.toSorted()))).size).toBe(1507);
    expect(() => generateAssociation(1508, { pools: [pool] })).toThrow('1 cues have 1507 sets');
  });
});
