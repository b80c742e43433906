import { describe, expect, it } from 'vitest';
import { propertyItem, splitOf, uniqueBy } from '../../src/experiments/property/items.ts';
import { properties } from '../../src/experiments/property/properties.ts';
import { generateLadder, rungCount } from './ladder.ts';

const items = generateLadder(50 * rungCount);

describe('generateLadder', () => {
  it('has three axes of four rungs with an equal number of items, all of them test items', () => {
    const rungs = Map.groupBy(items, ({ ladder }) => `${ladder?.axis} ${ladder?.rung} ${ladder?.label}`);
    expect(rungs.size).toBe(12);
    for (const own of rungs.values()) expect(own).toHaveLength(50);
    for (const item of items) {
      propertyItem.parse(item);
      expect(splitOf(item)).toBe('test');
      for (const name of item.properties) expect(properties.has(name), name).toBe(true);
    }
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    expect(new Set(items.map(uniqueBy)).size).toBe(items.length);
  });

  it('puts every string of an axis into each of its rungs, which ask for the same property', () => {
    for (const own of Map.groupBy(items, ({ ladder }) => ladder?.axis).values()) {
      for (const same of Map.groupBy(own, ({ string }) => string).values()) {
        expect(same.map(({ ladder }) => ladder?.rung)).toEqual([1, 2, 3, 4]);
        expect(new Set(same.map(({ properties: [asked] }) => asked)).size).toBe(1);
        for (const { prompt } of same) expect(same.filter((each) => each.prompt === prompt)).toHaveLength(1);
      }
    }
  });

  it('adds steps that do not cancel out', () => {
    for (const { prompt } of items.filter(({ id }) => id.startsWith('steps-4'))) {
      const [, added] = /dd (\d)\b/.exec(prompt) ?? [];
      const [, taken] = /ubtract (\d)\b/.exec(prompt) ?? [];
      expect(added, prompt).toBeDefined();
      expect(taken).not.toBe(added);
    }
  });

  it('leaves each plan short of its goal', () => {
    for (const { string } of items.filter(({ id }) => id.startsWith('planning-1'))) {
      const [x, y, toX, toY] = (string.match(/\d+/g) ?? []).map(Number) as [number, number, number, number];
      expect(Math.abs(x - toX) + Math.abs(y - toY)).toBeGreaterThanOrEqual(8);
      expect(Math.max(x, y, toX, toY)).toBeLessThanOrEqual(12);
    }
  });

  it('begins a longer ladder with the shorter one, changes with the seed, and throws when strings are used up', () => {
    expect(generateLadder(30)).toEqual(items.slice(0, 30));
    expect(generateLadder(30, { seed: 2 })).not.toEqual(items.slice(0, 30));
    expect(() => generateLadder(200_000)).toThrow(/only \d+ items/);
  });
});
