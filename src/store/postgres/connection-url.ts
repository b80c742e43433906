import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { folderValue } from '../../models/folder-variables.ts';
import { refuseForeignKey } from '../../models/key-destination.ts';
import type { PostgresLocation } from '../location.ts';

/**
 * Returns the URL with which every connection to the server of a store is opened; it may hold credentials. AppError if the address
 * is from .env and the password is not: it would be sent to a server that the author of the folder chose.
 */
export function connectionUrl({ given, url }: PostgresLocation): string {
  refuseForeignKey({
    ...{ provider: 'PostgreSQL', apiKeyVariable: null, fileChoice: null },
    keys: otherPasswords(url),
    addresses: [...(folderValue('SEB_STORE') === given ? ['SEB_STORE'] : []), ...variablesUsed(url)],
    baseUrl: null,
    protocol: 'postgres',
    environment: process.env,
  });
  return url;
}

/** Returns the variables from which pg takes what a URL leaves open about the server, and whether the way to it is encrypted. */
function variablesUsed(url: string): readonly string[] {
  const { hostname, port, searchParams } = new URL(url);
  return [
    ...(hostname === '' && !searchParams.has('host') ? ['PGHOST'] : []),
    ...(port === '' && !searchParams.has('port') ? ['PGPORT'] : []),
    ...(['sslmode', 'ssl'].some((name) => searchParams.has(name)) ? [] : ['PGSSLMODE']),
  ];
}

/** Returns the names of the passwords that pg would send for a URL, which are not part of it. */
function otherPasswords(url: string): readonly string[] {
  const { password, searchParams } = new URL(url);
  if (password !== '' || searchParams.has('password')) return [];
  if (process.env.PGPASSWORD !== undefined) return ['PGPASSWORD'];
  const file = process.env.PGPASSFILE ?? join(homedir(), '.pgpass');
  return existsSync(file) ? [file] : [];
}
