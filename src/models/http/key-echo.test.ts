import { expect, test } from 'vitest';
import { keyEcho } from './key-echo.ts';
import { redact } from './redact.ts';

test('turns an answer with a key into a failure that does not repeat it', () => {
  const failure = keyEcho('you are sk-canary-0123456789', ['sk-canary-0123456789'], 'the server');
  expect(failure).toMatchObject({ code: 'bad-response', retryable: false });
  expect(failure?.message).toMatch(/^the server repeated the API key/);
  expect(failure?.message).not.toContain('canary');
});

test('allows a placeholder key as a word of the answer', () => {
  expect(keyEcho('the list is EMPTY, not-needed', ['EMPTY', 'not-needed', ''], 'the server')).toBeNull();
});

test.each(['\\/', '\\u002f', '\\u002F'])('detects a key in which %s stands for a slash', (written) => {
  const secret = 'sk-canary/0123456789';
  const text = `{"content": "${secret.replace('/', written)}"}`;
  expect(keyEcho(text, [secret], 'a server')).toMatchObject({ code: 'bad-response' });
  expect(redact(text, [secret])).not.toContain('canary');
});
