import { expect, test } from 'vitest';
import { redact } from './redact.ts';

test('removes the sent key and texts that look like keys', () => {
  expect(redact('Incorrect API key provided: my-secret-key.', ['my-secret-key'])).toBe(
    'Incorrect API key provided: [key].',
  );
  expect(redact('Authorization: Bearer abcdefgh12345678', [])).toBe('Authorization: Bearer [key]');
  expect(redact('bad key sk-proj-****************************abcd', [])).toBe('bad key [key]');
});

test('removes control sequences and limits the length', () => {
  expect(redact('a\u001b[31mred\nline', [])).toBe('a [31mred line');
  expect(redact('x'.repeat(1000), [])).toHaveLength(401);
});
