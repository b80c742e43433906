import { expect, test } from 'vitest';
import type { AppError } from '../util/app-error.ts';
import { findCredentials, requireCredentials } from './credentials.ts';

const sets = [['TOKEN'], ['ID', 'SECRET']];

test('uses the first complete set, trimmed', () => {
  expect(findCredentials(sets, { TOKEN: ' t\n', ID: 'i', SECRET: 's' })).toEqual({ TOKEN: 't' });
  expect(findCredentials(sets, { TOKEN: '', ID: 'i', SECRET: 's' })).toEqual({ ID: 'i', SECRET: 's' });
  expect(findCredentials(sets, { ID: 'i' })).toBeNull();
  expect(findCredentials([], {})).toEqual({});
});

test('names missing variables, and no values', () => {
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
