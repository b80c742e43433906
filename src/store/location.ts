import { join, resolve } from 'node:path';
import { AppError } from '../util/app-error.ts';

/** Returns the path of the store in the current folder. */
export function defaultStoreLocation(): string {
  return join('.seb', 'store.sqlite');
}

export type StoreLocation = { readonly kind: 'sqlite'; readonly file: string } | PostgresLocation;

export interface PostgresLocation {
  readonly kind: 'postgres';
  /** The URL as the user or .env wrote it, by which the source of an address is told. May hold credentials. */
  readonly given: string;
  /** The URL for pg. May hold credentials. */
  readonly url: string;
  /** The URL without credentials. */
  readonly shown: string;
}

/** Parses a file path or a PostgreSQL URL. The error for an invalid location does not repeat it: it may hold a password. */
export function parseStoreLocation(location: string): StoreLocation {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(location)?.[1]?.toLowerCase();
  if (scheme === undefined) {
    refuseHalfUrl(location);
    if (location.trim() === '') {
      throw new AppError('unknown-store', 'the name of the store is empty', {
        hint: 'give a file, or a postgres:// URL',
      });
    }
    return { kind: 'sqlite', file: resolve(location) };
  }
  if (scheme !== 'postgres' && scheme !== 'postgresql') {
    throw new AppError('unknown-store', `a store cannot be a ${scheme}:// URL`, {
      hint: 'give a file, or a postgres:// URL',
    });
  }
  const url = URL.parse(location);
  // After an unescaped #, ? or / in the password, a part of it would be taken for the host and printed.
  if (url === null || url.hash !== '' || url.pathname.includes('@') || /^[^=]*@/.test(url.search)) {
    throw new AppError('unknown-store', 'the postgres:// URL of the store is not valid', {
      hint: 'postgres://USER:PASSWORD@HOST:PORT/DATABASE; write special characters of the password as %XX',
    });
  }
  return {
    kind: 'postgres',
    given: location,
    url: withVerifiedTls(location),
    shown: `postgres://${url.host}${url.pathname}`,
  };
}

/**
 * Returns the URL with the TLS mode under the name that says what pg does for it: for `prefer`, `require` and `verify-ca`,
 * it checks certificate and host, and prints five lines that its next version will not.
 */
function withVerifiedTls(url: string): string {
  return /[?&]uselibpqcompat=true/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

/** Refuses a URL with missing slashes, which would become a file with the password in its name. */
function refuseHalfUrl(location: string): void {
  if (!/^postgres(ql)?:/i.test(location) && !/^[a-z][a-z0-9+.-]+:[^\\/]*:.*@/i.test(location)) return;
  throw new AppError('unknown-store', 'the store name looks like a URL with missing slashes', {
    hint: 'give a file, or postgres://USER:PASSWORD@HOST:PORT/DATABASE',
  });
}
