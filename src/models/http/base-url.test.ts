import { expect, test } from 'vitest';
import type { AppError } from '../../util/app-error.ts';
import { parseBaseUrl } from './base-url.ts';

test.each([
  ['http://127.0.0.1:8000/v1', 'http://127.0.0.1:8000/v1'],
  ['http://127.0.0.1:8000/v1/', 'http://127.0.0.1:8000/v1'],
  ['HTTP://Host.example/v1/chat/completions', 'http://host.example/v1'],
  ['https://host.example', 'https://host.example'],
])('%s', (text, expected) => {
  expect(parseBaseUrl(text)).toBe(expected);
});

test.each([
  '127.0.0.1:8000/v1',
  'not a url',
  'ftp://host/v1',
  'http://me:secret@host/v1',
  '//me:secret@host',
  'http://host/v1?key=secret',
])('%s is refused without repeating a secret', (text) => {
  expect(() => parseBaseUrl(text)).toThrow(/base URL/);
  try {
    parseBaseUrl(text);
  } catch (error) {
    const { message, hint } = error as AppError;
    expect(`${message} ${hint}`).not.toContain('secret');
  }
});
