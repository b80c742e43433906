import { describe, expect, it } from 'vitest';
import type { RowsInOrder } from '../database.ts';
import { RowCache } from './row-cache.ts';

const keyOf = (number: number) => `key ${number}`;
const rowOf = (number: number) => ({ key: keyOf(number), run: 'run', block: 1, place: number, cost: null });

/** Returns a cache over rows with these numbers, and the first row number of each slice that it reads. */
function cacheOver(numbers: Iterable<number>) {
  const all = new Set(numbers);
  const read: number[] = [];
  const inOrder: RowsInOrder = {
    rowOf: (key) => [...all].find((number) => keyOf(number) === key) ?? null,
    between: (first, last) => {
      read.push(first);
      return [...all].filter((number) => number >= first && number <= last).map(rowOf);
    },
    keysFrom: () => [],
  };
  return { cache: new RowCache(inOrder), all, read };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('RowCache', () => {
  it('reads the rows around a key once, also where rows were removed', () => {
    const { cache, read } = cacheOver(upTo(200).filter((number) => number % 10 !== 0));
    expect(cache.find(keyOf(100))).toBeUndefined();
    for (const number of [101, 65, 127, 99]) expect(cache.find(keyOf(number))).toEqual(rowOf(number));
    expect(cache.get(keyOf(66))).toEqual(rowOf(66));
    expect(cache.get(keyOf(63))).toBeUndefined();
    expect(read).toEqual([64]);
  });

  it('finds a row that was added after its slice was read', () => {
    const { cache, all } = cacheOver([1, 2]);
    cache.find(keyOf(1));
    expect(cache.find(keyOf(3))).toBeUndefined();
    all.add(3);
    expect(cache.find(keyOf(3))).toEqual(rowOf(3));
    expect(cache.get(keyOf(1))).toEqual(rowOf(1));
  });

  it('forgets the oldest slice when it has 64', () => {
    const { cache } = cacheOver(upTo(64 * 65));
    for (let number = 1; number < 64 * 64; number += 64) cache.find(keyOf(number));
    expect(cache.get(keyOf(1))).toEqual(rowOf(1));
    cache.find(keyOf(64 * 64));
    expect(cache.get(keyOf(1))).toBeUndefined();
    expect(cache.get(keyOf(64))).toEqual(rowOf(64));
  });
});
