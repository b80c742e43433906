import { z } from 'zod';
import { AppError } from '../util/app-error.ts';
import { checkArguments } from '../util/check-arguments.ts';
import type { Database } from './database.ts';
import { parseStoreLocation } from './location.ts';
import { migrate } from './schema/migrate.ts';
import { SqlStore } from './sql-store.ts';
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

/** Returns the store in a database, whose tables are created or migrated. Closes the database if that fails. */
export async function storeOf(database: Database): Promise<Store> {
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error instanceof AppError ? error : (database.explain(error) ?? error);
  }
  return new SqlStore(database);
}

/** Connects to the database; loads only the dialect in use. */
async function connect(location: string): Promise<Database> {
  const parsed = parseStoreLocation(location);
  if (parsed.kind === 'sqlite') return (await import('./sqlite/open.ts')).openSqlite(parsed.file);
  return (await import('./postgres/open.ts')).openPostgres(parsed.url, parsed.shown);
}
