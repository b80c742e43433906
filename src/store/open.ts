import { z } from 'zod';
import { checkArguments } from '../util/check-arguments.ts';
import type { Database } from './database.ts';
import { parseStoreLocation } from './location.ts';
import { storeOf } from './migrated-store.ts';
import type { Store } from './store.ts';

const openArguments = z.object({ location: z.string() });

/** Opens or creates a store: an SQLite file (with its folder), or the database of a postgres:// URL. */
export async function openStore(location: string): Promise<Store> {
  checkArguments('openStore', openArguments, { location });
  return await storeOf(await connect(location));
}

/** Opens a store for a command that only reads; the store may be read-only. */
export async function openStoreToRead(location: string): Promise<Store> {
  const parsed = parseStoreLocation(location);
  if (parsed.kind === 'postgres') return await openStore(location);
  const { isReadOnly } = await import('./sqlite/file.ts');
  if (!isReadOnly(parsed.file)) return await openStore(location);
  const { openSqliteReadOnly } = await import('./sqlite/open.ts');
  return await storeOf(await openSqliteReadOnly(parsed.file));
}

/** Connects to the database; loads only the dialect in use. */
async function connect(location: string): Promise<Database> {
  const parsed = parseStoreLocation(location);
  if (parsed.kind === 'sqlite') return (await import('./sqlite/open.ts')).openSqlite(parsed.file);
  return (await import('./postgres/open.ts')).openPostgres(parsed);
}
