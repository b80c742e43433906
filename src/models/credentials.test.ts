import { expect, test } from 'vitest';
import type { AppError } from '../util/app-error.ts';
import { findCredentials, requireCredentials } from './credentials.ts';

const sets = [['TOKEN'], ['ID', 'SECRET']];

test('the first complete set counts, trimmed', () => {
  expect(findCredentials(sets, { TOKEN: ' t\n', ID: 'i', SECRET: 's' })).toEqual({ TOKEN: 't' });
  expect(findCredentials(sets, { TOKEN: '', ID: 'i', SECRET: 's' })).toEqual({ ID: 'i', SECRET: 's' });
  expect(findCredentials(sets, { ID: 'i' })).toBeNull();
  expect(findCredentials([], {})).toEqual({});
});

test('what is missing is named, and never what is there', () => {
  try {
    requireCredentials('bedrock/x', sets, { ID: 'private' });
    expect.unreachable();
  } catch (error) {
    const { code, message, hint } = error as AppError;
    expect(code).toBe('missing-key');
    expect(`${message} ${hint}`).toContain('TOKEN');
    expect(`${message} ${hint}`).toContain('SECRET');
    expect(`${message} ${hint}`).not.toContain('private');
  }
});
