import { expect, test } from 'vitest';
import { fixed, fraction, fractionRange, pRelation, pText } from './numbers.ts';

test('prints a fraction with three decimals and a minus sign', () => {
  expect([0.5, -0.25, 1, -1.5, 0, null].map(fraction)).toEqual(['0.500', '−0.250', '1.000', '−1.500', '0.000', 'n/a']);
});

test('removes the sign of a number that rounds to zero', () => {
  expect([-0.0004, -0, 0.0004, -0.0006].map(fraction)).toEqual(['0.000', '0.000', '0.000', '−0.001']);
  expect([-0.04, -0.06, -12.34].map((value) => fixed(value, 1))).toEqual(['0.0', '−0.1', '−12.3']);
});

test('prints an interval in brackets, and nothing without one', () => {
  expect([[-0.1, 0.25] as const, null].map(fractionRange)).toEqual(['[−0.100, 0.250]', '']);
});

test('prints a p with three decimals, and with more where they would put it at a level that it misses', () => {
  const ps = [0.0004, 0.012, 0.0494, 0.05, 0.0501, 0.0500003, 0.0506, 0.02502, 0.025, 0.2503];
  expect(ps.map(pText)).toEqual([
    ...['< 0.001', '0.012', '0.049', '0.050', '0.0501', '0.0500003', '0.051', '0.02502', '0.025', '0.250'],
  ]);
  expect([0.0004, 0.0501].map(pRelation)).toEqual(['< 0.001', '= 0.0501']);
});
