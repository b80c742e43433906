import type { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { BucketedQuery } from './bucketed-query.ts';

test('compiles few sizes, and repeats only the last value, at most an eighth of them', () => {
  const sizes: number[] = [];
  const query = new BucketedQuery<number, unknown>(
    (values) => {
      sizes.push(values.length);
      return { compile: () => ({ sql: '', parameters: values }) as unknown as CompiledQuery<unknown> };
    },
    (value) => [value],
  );
  for (let length = 1; length <= 512; length += 1) {
    const values = Array.from({ length }, (_, number) => number);
    for (let again = 0; again < 2; again += 1) {
      const { parameters } = query.for(values);
      expect(parameters.slice(0, length)).toEqual(values);
      expect(new Set(parameters.slice(length - 1))).toEqual(new Set([length - 1]));
      expect(parameters.length).toBeLessThanOrEqual(1.125 * length);
    }
  }
  expect(new Set(sizes).size).toBe(sizes.length);
  expect(sizes.length).toBeLessThan(60);
  expect(() => query.for([])).toThrow('needs a value');
});
