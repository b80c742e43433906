import { expect, test } from 'vitest';
import { columnMeans } from './column-means.ts';

const { column, mean, share } = columnMeans('text', ['lost', 'sum', 'weight']);
const totals = [7, 3, 4];

test('a mean is one column over another, by name', () => {
  const measure = mean('tokens_mean', 'tokens', ['sum', 'weight']);
  expect(measure).toMatchObject({ name: 'tokens_mean', kind: 'text', unit: 'tokens', reads: [1, 2] });
  expect([measure.value(totals), measure.n(totals), column(totals, 'lost')]).toEqual([0.75, 4, 7]);
  expect([measure.value([7, 0, 0]), measure.n([])]).toEqual([null, 0]);
});

test('only one of values in [0, 1] can have the interval of a share', () => {
  expect(mean('', 'tokens', ['sum', 'weight']).meanOver).toBeUndefined();
  expect(share('', ['sum', 'weight']).meanOver?.(totals)).toBe(4);
});
