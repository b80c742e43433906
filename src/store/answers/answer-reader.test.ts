import { afterAll, describe, expect, test } from 'vitest';
import { someAnswer, someRunOf, withoutCall } from '../../../test/support/answers.ts';
import { sqlitePlace } from '../../../test/support/stores.ts';
import { openStore } from '../open.ts';
import { openSqlite } from '../sqlite/open.ts';
import { AnswerReader } from './answer-reader.ts';

const place = sqlitePlace();
afterAll(() => place.stop());

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

/**
 * Returns a reader of a store whose answers were inserted in groups of these sizes, and the keys that it looks up in
 * the index.
 */
async function reading(groups: readonly number[]) {
  const location = await place.fresh();
  const store = await openStore(location);
  let first = 0;
  for (const size of groups) {
    const { id: run } = someRunOf(first);
    await Promise.all(numbers(first, first + size).map((number) => store.insertAnswer(someAnswer(number, { run }))));
    first += size;
  }
  await store.close();
  const { inOrder, ...database } = await openSqlite(location);
  if (inOrder === null) throw new Error('SQLite keeps the order');
  const asked: string[] = [];
  const rowOf = (key: string) => {
    asked.push(key);
    return inOrder.rowOf(key);
  };
  const reader = new AnswerReader({ ...database, inOrder: { ...inOrder, rowOf } });
  reader.cacheRows(true);
  return { reader, asked, close: () => database.close() };
}

describe('looking answers up', () => {
  test('finds the answers of 64 rows by one look-up, and returns only the requested ones', async () => {
    const { reader, asked, close } = await reading([200, 3, 1, 100]);
    const look = async (all: readonly number[]) => {
      const found = await reader.answers(all.map((number) => someAnswer(number).key));
      expect([...found.values()].map(({ answer }) => answer.text).toSorted()).toEqual(
        all.map((number) => `Answer ${number}`).toSorted(),
      );
    };
    await look([17]);
    await look(numbers(0, 200));
    await look([200]);
    await look([202, 201]);
    await look([203]);
    expect(asked).toHaveLength(4);
    await look([40, ...numbers(204, 304)]);
    expect(asked).toHaveLength(5);
    await close();
  });

  test('returns inserted answers, whether found by key or next to another', async () => {
    const { reader, close } = await reading([150, 150]);
    for (const numbersOf of [[5, 160], numbers(0, 300), numbers(0, 300)]) {
      const found = await reader.answers(numbersOf.map((number) => someAnswer(number).key));
      for (const number of numbersOf) {
        const { id: run } = someRunOf(number < 150 ? 0 : 150);
        expect(found.get(someAnswer(number).key)).toEqual(withoutCall(someAnswer(number, { run })));
      }
    }
    await close();
  });
});
