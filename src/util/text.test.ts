import { expect, test } from 'vitest';
import { fixed, fraction } from './text.ts';

test('a fraction has three places and no leading zero', () => {
  expect([0.5, -0.25, 1, -1.5, 0, null].map(fraction)).toEqual(['.500', '-.250', '1.000', '-1.500', '.000', 'n/a']);
});

test('what rounds to zero has no sign; what does not keeps it', () => {
  expect([-0.0004, -0, 0.0004, -0.0006].map(fraction)).toEqual(['.000', '.000', '.000', '-.001']);
  expect([-0.04, -0.06, -12.34].map((value) => fixed(value, 1))).toEqual(['0.0', '-0.1', '-12.3']);
});
