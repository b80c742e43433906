import { expect, it } from 'vitest';
import { holm } from './holm.ts';

it('agrees with R: p.adjust(c(.01, .04, .03, .005, .5), "holm")', () => {
  const adjusted = holm([0.01, 0.04, 0.03, 0.005, 0.5]);
  for (const [index, expected] of [0.04, 0.09, 0.09, 0.025, 0.5].entries()) {
    expect(adjusted[index]).toBeCloseTo(expected, 12);
  }
});

it('keeps a single p, accepts an empty list, and refuses an invalid p', () => {
  expect(holm([0.03])).toEqual([0.03]);
  expect(holm([])).toEqual([]);
  expect(holm([0.9, 0.8])).toEqual([1, 1]);
  expect(() => holm([1.2])).toThrow(RangeError);
});
