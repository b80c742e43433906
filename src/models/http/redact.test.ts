import { expect, test } from 'vitest';
import { redact } from './redact.ts';

test('a key never leaves, neither the one that was sent nor one that looks like it', () => {
  expect(redact('Incorrect API key provided: my-secret-key.', ['my-secret-key'])).toBe(
    'Incorrect API key provided: [key].',
  );
  expect(redact('Authorization: Bearer abcdefgh12345678', [])).toBe('Authorization: Bearer [key]');
  expect(redact('bad key sk-proj-****************************abcd', [])).toBe('bad key [key]');
});

test('control sequences and length are tamed', () => {
  expect(redact('a\u001b[31mred\nline', [])).toBe('a [31mred line');
  expect(redact('x'.repeat(1000), [])).toHaveLength(401);
});
