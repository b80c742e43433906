import { afterAll, expect, test } from 'vitest';
import { someAnswer } from '../../../test/support/answers.ts';
import { sqlitePlace } from '../../../test/support/stores.ts';
import { compactKey } from '../answers/compact-key.ts';
import { openStore } from '../open.ts';
import { openSqlite } from './open.ts';

const place = sqlitePlace();
afterAll(() => place.stop());

test('returns keys and rows in the order of insertion', async () => {
  const location = await place.fresh();
  const store = await openStore(location);
  const inserted: string[] = [];
  for (let number = 0; number < 20; number += 1) {
    const answer = someAnswer(number);
    await store.insertAnswer(answer); // one by one: a group has its own order
    inserted.push(compactKey(answer.key));
  }
  await store.close();
  const { inOrder, close } = await openSqlite(location);
  const keys = inserted.map((key, index) => [index + 1, key]);
  expect(inOrder?.keysFrom(0, 100)).toEqual(keys);
  expect(inOrder?.keysFrom(7, 5)).toEqual(keys.slice(6, 11));
  expect(inOrder?.between(7, 11).map(({ key }) => key)).toEqual(inserted.slice(6, 11));
  expect(inOrder?.rowOf(inserted[6] ?? '')).toBe(7);
  expect(inOrder?.rowOf('another')).toBeNull();
  await close();
});
