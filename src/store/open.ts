import { AppError } from '../util/app-error.ts';
import type { Database } from './database.ts';
import { parseStoreLocation } from './location.ts';
import { migrate } from './migrate.ts';
import { SqlStore } from './sql-store.ts';
import type { Store } from './store.ts';

/** Opens or makes a store: an SQLite file (with its folder), or the database of a postgres:// URL. */
export async function openStore(location: string): Promise<Store> {
  const database = await connect(location);
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error instanceof AppError ? error : (database.explain(error) ?? error);
  }
  return new SqlStore(database);
}

/** Only the dialect that is used is loaded. */
async function connect(location: string): Promise<Database> {
  const parsed = parseStoreLocation(location);
  if (parsed.kind === 'sqlite') {
    const { openSqlite } = await import('./sqlite/open.ts');
    return await openSqlite(parsed.file).catch((error: unknown) => {
      throw badName(error, parsed.file) ?? error;
    });
  }
  return (await import('./postgres/open.ts')).openPostgres(parsed.url, parsed.shown);
}

/** What is wrong with a name that leads to no place at all, by the system's error code. */
const badNames: Readonly<Record<string, string>> = {
  ELOOP: 'a symbolic link in its path leads back to itself',
  ENAMETOOLONG: 'the name is too long',
};

function badName(error: unknown, file: string): AppError | null {
  const wrong = error instanceof Error && 'code' in error ? badNames[String(error.code)] : undefined;
  if (wrong === undefined) return null;
  const hint = 'name another place with --store';
  return new AppError('store-cannot-open', `the store ${file} cannot be opened: ${wrong}`, { hint, cause: error });
}
