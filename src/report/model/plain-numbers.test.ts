import { expect, test } from 'vitest';
import { shown, signedInterval, withInterval } from './plain-numbers.ts';

test('a number has the places of its unit, an absent one says so', () => {
  expect([shown(0.5, 'share'), shown(-0.25, 'correlation'), shown(12.34, 'tokens'), shown(null, 'share')]).toEqual([
    '.500',
    '-.250',
    '12.3',
    'n/a',
  ]);
});

test('an interval stands behind its value, and behind nothing else', () => {
  expect(withInterval({ value: 0.5, interval: [0.25, 1], unit: 'share' })).toBe('.500 [.250, 1.000]');
  expect(withInterval({ value: 0.5, interval: null, unit: 'share' })).toBe('.500');
  expect(withInterval({ value: null, interval: [0, 1], unit: 'share' })).toBe('n/a');
});

test('a difference has its sign, unless it prints as nothing', () => {
  const signed = (value: number | null) => signedInterval({ value, interval: null, unit: 'difference' });
  expect([0.25, -0.25, 0.0001, 0, null].map(signed)).toEqual(['+.250', '-.250', '.000', '.000', 'n/a']);
});
