import { expect, test } from 'vitest';
import { fixed, fraction, hideCredentials, table, wrapText } from './text.ts';

test('prints a fraction with three decimals and no leading zero', () => {
  expect([0.5, -0.25, 1, -1.5, 0, null].map(fraction)).toEqual(['.500', '-.250', '1.000', '-1.500', '.000', 'n/a']);
});

test('removes the sign of a number that rounds to zero', () => {
  expect([-0.0004, -0, 0.0004, -0.0006].map(fraction)).toEqual(['.000', '.000', '.000', '-.001']);
  expect([-0.04, -0.06, -12.34].map((value) => fixed(value, 1))).toEqual(['0.0', '-0.1', '-12.3']);
});

test('hides the password of a URL, before the host or among the parameters', () => {
  const shown = hideCredentials("at 'postgres://me:canary@h:5/d?user=u&password=canary&sslpassword=canary#x' and more");
  expect(shown).toBe("at 'postgres://h:5/d?user=u&password=***&sslpassword=***#x' and more");
});

test('makes control characters of table cells visible, with matching widths', () => {
  expect(table(['a', 'b'], [['\u001b[2J', 'x']], ['left', 'left'])).toBe('a          b\n---------  -\n\\u001b[2J  x');
});

test('wraps text at spaces, and keeps a percent sign with its number', () => {
  expect(wrapText('power 80 %, level 5 %: ok', 18)).toEqual(['power 80 %, level', '  5 %: ok']);
});
