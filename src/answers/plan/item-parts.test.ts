import { describe, expect, it } from 'vitest';
import type { ItemBase } from '../../domain/dataset.ts';
import { experimentNamed, experimentRegistry } from '../../experiments/registry.ts';
import { mean } from '../../stats/moments.ts';
import { itemParts } from './item-parts.ts';
import { callRank } from './task-parts.ts';

/** Returns items of several strata by the number of their items; a stratum of 0 stands for an item without one. */
function itemsOf(sizes: Readonly<Record<string, number>>): readonly ItemBase[] {
  return Object.entries(sizes).flatMap(([subject, size]) =>
    Array.from({ length: size }, (_, index) => ({ id: `${subject} ${index}`, metadata: { subject } })),
  );
}

const plain = (length: number): readonly ItemBase[] => Array.from({ length }, (_, index) => ({ id: `item ${index}` }));
const options = { run: 'r1', experiment: 'know', itemsBefore: 0, groupOf: ({ id }: ItemBase) => id };
const idsOf = (items: readonly ItemBase[], more: Partial<typeof options> = {}) =>
  Array.from(itemParts(items, { ...options, ...more }), (part) => part.items.map(({ id }) => id));

describe('itemParts', () => {
  it.each([1, 7, 50, 60, 75, 101, 149, 1000, 10_003, 25_000])('has each of %i items in one part of about 50', (n) => {
    const parts = idsOf(plain(n));
    expect(parts.flat().toSorted()).toEqual(
      plain(n)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(75);
    if (n >= 50) expect(Math.min(...parts.map(({ length }) => length))).toBeGreaterThanOrEqual(37);
    if (n >= 75) expect(parts.length % 2).toBe(0);
  });

  it('has an order that is fixed by the run and the experiment, and is not that of the data', () => {
    const items = plain(200);
    expect(idsOf(items)).toEqual(idsOf(items));
    expect(idsOf(items.toReversed()).map((part) => part.toSorted())).toEqual(
      idsOf(items).map((part) => part.toSorted()),
    );
    expect(idsOf(items, { run: 'r2' })).not.toEqual(idsOf(items));
    expect(idsOf(items, { experiment: 'stump' })).not.toEqual(idsOf(items));
    expect(idsOf(items).flat()).not.toEqual(items.map(({ id }) => id));
  });

  it('has a whole stratum in one part, unless it has more than 75 items', () => {
    const sizes = Object.fromEntries(Array.from({ length: 57 }, (_, index) => [`subject ${index}`, 3 + (index % 12)]));
    const parts = idsOf(itemsOf({ ...sizes, large: 400 }));
    for (const subject of Object.keys(sizes))
      expect(parts.filter((part) => part.some((id) => id.startsWith(`${subject} `)))).toHaveLength(1);
    expect(parts.filter((part) => part.some((id) => id.startsWith('large '))).length).toBeGreaterThanOrEqual(8);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(75);
  });

  it('has a declared group in one part', () => {
    const groupOf = ({ id }: ItemBase) => `group ${Math.floor(Number(id.slice(5)) / 7)}`;
    const parts = Array.from(itemParts(plain(700), { ...options, groupOf }), ({ items }) => items.map(groupOf));
    for (let group = 0; group < 100; group += 1)
      expect(parts.filter((part) => part.includes(`group ${group}`))).toHaveLength(1);
  });

  it('has no part with items that an earlier run had and items that were added later', () => {
    const isOld = (id: string) => Number(id.slice(5)) < 120;
    const parts = idsOf(plain(170), { itemsBefore: 120 });
    expect(parts.map((part) => [part.some(isOld), part.every(isOld)])).toEqual([
      ...Array(2).fill([true, true]),
      [false, false],
    ]);
    expect(parts[2]).toHaveLength(50);
  });
});

/** Returns the rank correlation of the positions of the items in two passes of a part (no ties: Spearman 1904). */
function correlation(ranks: readonly (readonly [number, number])[]): number {
  const n = ranks.length;
  const places = ([0, 1] as const).map((side) => {
    const sorted = ranks.map((each) => each[side]).toSorted((one, other) => one - other);
    return ranks.map((each) => sorted.indexOf(each[side]));
  });
  const squares = ranks.map((_, index) => ((places[0]?.[index] ?? 0) - (places[1]?.[index] ?? 0)) ** 2);
  return 1 - (6 * squares.reduce((sum, each) => sum + each, 0)) / (n * (n ** 2 - 1));
}

describe('callRank', () => {
  const experiment = experimentNamed(experimentRegistry(), 'association');
  const slots = Object.keys(experiment.slots);
  const slotOf = (kind: string) => slots.find((name) => experiment.slots[name]?.kind === kind) ?? '';
  const rank = (part: string, id: string, slot: string, sample: number) =>
    callRank(part, { experiment, context: { item: { id } } } as never, { slot, sample } as never); // what it reads

  it.each([
    ['predictions', 'an execution', ['predict', 0], ['behave', 0]],
    ['predictions', 'a later execution', ['predict', 0], ['behave', 3]],
    ['an execution', 'the next execution', ['behave', 0], ['behave', 1]],
  ] as const)('gives %s and %s unrelated orders', (_first, _second, [kind, sample], [otherKind, otherSample]) => {
    const found = Array.from({ length: 400 }, (_, run) => {
      const part = `${run}/1`;
      return correlation(
        plain(50).map(({ id }) => [
          rank(part, id, slotOf(kind), sample),
          rank(part, id, slotOf(otherKind), otherSample),
        ]),
      );
    });
    // 1 / sqrt(49) is the standard deviation of one correlation
    expect(Math.abs(mean(found) ?? 1)).toBeLessThan(4 / Math.sqrt(49 * 400));
    expect(mean(found.map((each) => each ** 2))).toBeCloseTo(1 / 49, 2);
  });

  it('has another order in each part and each run', () => {
    const order = (part: string) =>
      plain(50)
        .toSorted((one, other) => rank(part, one.id, slotOf('predict'), 0) - rank(part, other.id, slotOf('predict'), 0))
        .map(({ id }) => id);
    expect(order('r1/1')).toEqual(order('r1/1'));
    expect(order('r1/2')).not.toEqual(order('r1/1'));
    expect(order('r2/1')).not.toEqual(order('r1/1'));
  });
});
