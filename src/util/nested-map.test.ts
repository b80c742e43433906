import { expect, it } from 'vitest';
import { NestedMap } from './nested-map.ts';

it('keeps one value per sequence of names, whatever they contain', () => {
  const map = new NestedMap<{ readonly number: number }>();
  const series = [
    ['a', 'b'],
    ['a', 'c'],
    ['a\n', 'b'],
    ['', 'ab'],
    ['ab', ''],
    ['__proto__', 'b'],
  ];
  const made = series.map((names, number) => map.get(names, () => ({ number })));
  expect(made.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4, 5]);
  for (const [number, names] of series.entries()) {
    expect(map.get([...names], () => ({ number: -1 }))).toBe(made[number]);
  }
  expect(map.values()).toEqual(made);
});
