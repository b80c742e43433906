import { describe, expect, it } from 'vitest';
import { AppError } from '../util/app-error.ts';
import { parseStoreLocation } from './location.ts';

describe('parseStoreLocation', () => {
  it.each([
    'postgres:me:canary@host/db',
    'postgres:/me:canary@host/db',
    'postgresql:me:canary@host/db',
    'mysql:me:canary@host/db',
    'mysql://me:canary@host/db',
  ])('refuses %s without repeating its password', (location) => {
    expect(() => parseStoreLocation(location)).toThrow(AppError);
    expect(() => parseStoreLocation(location)).not.toThrow('canary');
  });

  it.each(['store.sqlite', './a:b/c.sqlite', 'C:\\runs\\me@home.sqlite', 'me@home.sqlite'])(
    'accepts %s as a file',
    (file) => {
      expect(parseStoreLocation(file).kind).toBe('sqlite');
    },
  );

  it('shows a PostgreSQL URL without its credentials', () => {
    const url = 'postgres://host/db?user=me&password=canary';
    expect(parseStoreLocation(url)).toMatchObject({ kind: 'postgres', url, shown: 'postgres://host/db' });
  });
});
