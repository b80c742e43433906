import type { Kysely } from 'kysely';
import { AppError } from '../../util/app-error.ts';
import type { Database } from './database.ts';
import { migrations } from './migrations.ts';
import type { Tables } from './tables.ts';

/** Schema version that this code reads and writes. */
export const schemaVersion = migrations.length;

/**
 * Migrates an older or new store; refuses a newer one and the database of another program. Kysely's migrator is not
 * used: on SQLite it takes no lock, so two processes that open a new store would collide.
 */
export async function migrate(database: Database): Promise<void> {
  if ((await storedVersion(database, database.db)) === schemaVersion) return;
  await database.exclusively(async (db) => {
    const version = await storedVersion(database, db);
    for (const step of migrations.slice(version)) await step(db.schema, database.sql);
    await db.deleteFrom('schema_version').execute();
    await db.insertInto('schema_version').values({ version: schemaVersion }).execute();
  });
}

/** Returns the stored version; 0 for a new store. */
async function storedVersion(database: Database, db: Kysely<Tables>): Promise<number> {
  const tables = await database.tableNames();
  if (tables.size === 0) return 0;
  const row = tables.has('schema_version')
    ? await db.selectFrom('schema_version').select('version').executeTakeFirst()
    : undefined;
  if (row === undefined) {
    throw new AppError('not-a-store', `${database.location} is the database of a different program, not a store`, {
      hint: 'choose a different file with --store; this one was not changed',
    });
  }
  if (!Number.isSafeInteger(row.version) || row.version < 1) {
    throw new AppError('store-damaged', `the store ${database.location} has no valid version: ${row.version}`, {
      hint: 'restore a copy of the store; this one was not changed',
    });
  }
  if (row.version > schemaVersion) {
    throw new AppError(
      'newer-store',
      `the store ${database.location} has version ${row.version}; this program knows versions up to ${schemaVersion}`,
      { hint: 'update self-execution-benchmark, or use a different store; this one was not changed' },
    );
  }
  return row.version;
}
