import { expect, it } from 'vitest';
import { LruCache } from './lru-cache.ts';

it('computes a value once while it is among the most recently used', () => {
  const recent = new LruCache<string>(2);
  const made: string[] = [];
  const get = (key: string) =>
    recent.get(key, () => {
      made.push(key);
      return `value of ${key}`;
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(get(key)).toBe(`value of ${key}`);
  expect(made).toEqual(['a', 'b', 'c', 'b']); // c evicted b, the least recently used key
});
