import { expect, it } from 'vitest';
import { generateRecognize } from './recognize.ts';

it('generateRecognize uses no form for more than 2 % of 500 requests, repeats none, and throws beyond its forms', () => {
  const made = generateRecognize(500);
  const uses = [...Map.groupBy(made, ({ template }) => template).values()].map(({ length }) => length);
  expect(Math.max(...uses)).toBeLessThanOrEqual(10);
  expect(new Set(made.map(({ request }) => request)).size).toBe(500);
  expect(generateRecognize(40)).toEqual(made.slice(0, 40));
  expect(generateRecognize(40, { seed: 2 })).not.toEqual(made.slice(0, 40));
  expect(() => generateRecognize(1_000_000)).toThrow('requests');
});
