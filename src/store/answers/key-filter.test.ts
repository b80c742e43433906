import { describe, expect, test } from 'vitest';
import { someAnswer } from '../../../test/support/answers.ts';
import { sqlitePlace } from '../../../test/support/stores.ts';
import { openStore } from '../open.ts';
import { compactKey } from './compact-key.ts';
import { KeyFilter } from './key-filter.ts';

const keyOf = (number: number) => compactKey(someAnswer(number).key);
const keysOf = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => keyOf(from + index));

/** Creates a table of keys in memory that counts the rows read. */
function table(rows: (readonly [number, string])[]) {
  const read = { rows: 0, times: 0 };
  const keysFrom = (first: number, most: number) => {
    const found = rows.filter(([number]) => number >= first).slice(0, most);
    read.rows += found.length;
    read.times += 1;
    return found;
  };
  const stored = new KeyFilter({ keysFrom }, async () => {});
  return { stored, read, rows };
}

describe('the keys of a store', () => {
  test('are all reported, and hardly any other key', async () => {
    const { stored } = table(keysOf(0, 20_000).map((key, index) => [index + 1, key]));
    stored.recordMisses(20_000);
    expect(await stored.maybePresent(keysOf(0, 20_000))).toEqual(keysOf(0, 20_000));
    expect((await stored.maybePresent(keysOf(20_000, 40_000))).length).toBeLessThan(20);
  });

  test('are read from the first look-up on in an empty store, each once', async () => {
    const { stored, rows, read } = table([]);
    expect(await stored.maybePresent(keysOf(0, 10))).toEqual([]);
    for (let row = 1; row <= 1_000; row += 1) {
      rows.push([row, keyOf(row)]);
      expect(await stored.maybePresent([keyOf(row), keyOf(5_000 + row)])).toEqual([keyOf(row)]);
    }
    expect(read.rows).toBeLessThanOrEqual(2_000); // each row once as new and once as the last
  });

  test('are not read in a full store until many look-ups failed', async () => {
    const { stored, read } = table(keysOf(0, 1_000).map((key, index) => [index + 1, key]));
    expect(await stored.maybePresent(keysOf(2_000, 2_010))).toEqual(keysOf(2_000, 2_010));
    const before = read.times;
    expect(await stored.maybePresent(keysOf(0, 10))).toEqual(keysOf(0, 10));
    expect(read.times).toBe(before); // without a new miss, nothing is read
    stored.recordMisses(124);
    expect(await stored.maybePresent(keysOf(2_010, 2_020))).toEqual(keysOf(2_010, 2_020));
    expect(read.rows).toBeLessThan(10);
    stored.recordMisses(1);
    expect(await stored.maybePresent(keysOf(2_020, 2_030))).toEqual([]);
  });

  test('are read again when the last row was removed or renumbered', async () => {
    const { stored, rows } = table([]);
    await stored.maybePresent([]);
    rows.push([1, keyOf(1)], [2, keyOf(2)], [3, keyOf(3)]);
    expect(await stored.maybePresent(keysOf(1, 5))).toEqual(keysOf(1, 4));
    rows.splice(2, 1, [3, keyOf(4)]); // the last row removed, and its number reused
    expect(await stored.maybePresent(keysOf(1, 5))).toEqual([keyOf(1), keyOf(2), keyOf(4)]);
    rows.splice(0, 3, [1, keyOf(2)], [2, keyOf(4)], [3, keyOf(5)]); // the first rows removed, and all renumbered
    expect(await stored.maybePresent(keysOf(1, 6))).toEqual([keyOf(2), keyOf(4), keyOf(5)]);
    rows.length = 0;
    expect(await stored.maybePresent(keysOf(1, 6))).toEqual([]);
  });
});

test('are found when a second store inserts into the same file', async () => {
  const place = sqlitePlace();
  const location = await place.fresh();
  const [one, other] = [await openStore(location), await openStore(location)];
  try {
    expect((await one.answers([someAnswer(0).key])).size).toBe(0);
    for (let number = 0; number < 300; number += 1)
      await (number % 2 === 0 ? one : other).insertAnswer(someAnswer(number));
    const keys = Array.from({ length: 400 }, (_, number) => someAnswer(number).key);
    expect((await one.answers(keys)).size).toBe(300);
    expect((await one.existing(keys)).size).toBe(300);
    await other.insertAnswer(someAnswer(300));
    expect((await one.existing(keys)).size).toBe(301);
    await place.execute(location, 'delete from answers where rowid % 3 = 0; vacuum');
    expect((await one.existing(keys)).size).toBe(201);
    await other.insertAnswer(someAnswer(301));
    expect((await one.existing(keys)).size).toBe(202);
  } finally {
    await one.close();
    await other.close();
    await place.stop();
  }
});
