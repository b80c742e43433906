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

  it.each(['p@can#w%@', 'p@can?w@', 'p@can/w@', '1?can@', '1/can@', '1#can@', 'p:can[x@y#@', 'p@can#'])(
    'refuses a password with special characters (%s) without repeating a part of it',
    (password) => {
      expect(() => parseStoreLocation(`postgres://u:${password}host/db`)).toThrow('is not valid');
      expect(() => parseStoreLocation(`postgres://u:${password}host/db`)).not.toThrow('can');
    },
  );

  it.each(['postgres://me%40corp:p%23w@host/db', 'postgres://me@corp:pw@host/db', 'postgres://host/db?user=me@corp'])(
    'accepts %s',
    (url) => {
      expect(parseStoreLocation(url)).toMatchObject({ kind: 'postgres', url, shown: 'postgres://host/db' });
    },
  );

  it.each(['require', 'prefer', 'verify-ca'])('asks for TLS by the name of what pg does for sslmode=%s', (mode) => {
    expect(parseStoreLocation(`postgres://host/db?sslmode=${mode}&a=b`)).toMatchObject({
      url: 'postgres://host/db?sslmode=verify-full&a=b',
    });
    const other = `postgres://host/db?uselibpqcompat=true&sslmode=${mode}`;
    expect(parseStoreLocation(other)).toMatchObject({ url: other });
    expect(parseStoreLocation('postgres://host/db?sslmode=disable')).toMatchObject({
      url: 'postgres://host/db?sslmode=disable',
    });
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
