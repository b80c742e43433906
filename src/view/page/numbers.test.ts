import { expect, test } from 'vitest';
import { count } from '../../../viewer/parts/numbers.ts';

test.each([0, 7, 999, 1_000, 12_345.67, 1_001_055, -4_321, 0.05])('count writes %d as the browser does', (value) => {
  expect(count(value)).toBe(value.toLocaleString('en', { maximumFractionDigits: 1 }));
});
