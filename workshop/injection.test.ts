import { expect, it } from 'vitest';
import { generateInjection } from './injection.ts';
import { beginningOf } from './know.ts';

it('generateInjection uses no template for more than 2 % of the shipped 500 questions, and repeats none', () => {
  const items = generateInjection(500);
  const uses = [...Map.groupBy(items, beginningOf).values()].map(({ length }) => length);
  expect(Math.max(...uses)).toBeLessThanOrEqual(10);
  expect(new Set(items.map(({ question }) => question)).size).toBe(500);
});
