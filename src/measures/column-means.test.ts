import { expect, test } from 'vitest';
import { columnMeans } from './column-means.ts';

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
