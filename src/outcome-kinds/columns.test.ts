import { describe, expect, it, test } from 'vitest';
import { bestConstant, columnMeans, guess } from './columns.ts';

const { column, mean, share } = columnMeans('text', ['lost', 'sum', 'weight']);
const totals = [7, 3, 4];

test('divides one named column by another', () => {
  const measure = mean('tokens_mean', 'tokens', ['sum', 'weight']);
  expect(measure).toMatchObject({ name: 'tokens_mean', kind: 'text', unit: 'tokens', reads: [1, 2] });
  expect([measure.value(totals), measure.n(totals), column(totals, 'lost')]).toEqual([0.75, 4, 7]);
  expect([measure.value([7, 0, 0]), measure.n([])]).toEqual([null, 0]);
});

test('allows the interval of a share only for means of values in [0, 1]', () => {
  expect(mean('', 'tokens', ['sum', 'weight']).meanOver).toBeUndefined();
  expect(share('', ['sum', 'weight']).meanOver?.(totals)).toBe(4);
});

describe('bestConstant', () => {
  it('is the best score of a constant answer for each weight, the lowest of an error', () => {
    const scores = (tally: ArrayLike<number>) => [tally[0] ?? 0, tally[1] ?? 0];
    const weight = (tally: ArrayLike<number>) => tally[2] ?? 0;
    expect(bestConstant(scores, weight).baseRate([3, 5, 10])).toBe(0.5);
    expect(bestConstant(scores, weight, 'lower').baseRate([3, 5, 10])).toBe(0.3);
    expect(bestConstant(scores, weight).baseRate([0, 0, 0])).toBeNull();
    expect(guess(0.25).baseRate?.([])).toBe(0.25);
  });
});
