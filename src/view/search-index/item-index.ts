import { closeSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { busyMs } from '../../store/sqlite/connect.ts';
import { indexTables } from './index-tables.ts';
import { indexVersion } from './index-version.ts';

/**
 * Opens the index file, or creates it if it is absent, damaged or of another version: all its content comes from the
 * store.
 */
export function openIndexFile(file: string): DatabaseSync {
  try {
    return opened(file);
  } catch (error) {
    if (isBusy(error)) throw error;
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
    return opened(file);
  }
}

function opened(file: string): DatabaseSync {
  closeSync(openSync(file, 'a', 0o600)); // accessible to the user only, like the store
  return withTables(new DatabaseSync(file, { timeout: busyMs }));
}

/** Opens an empty index in memory. */
export function openMemoryIndex(): DatabaseSync {
  return withTables(new DatabaseSync(':memory:'));
}

function withTables(database: DatabaseSync): DatabaseSync {
  try {
    database.exec('pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -16384');
    database.exec('pragma temp_store = memory');
    const isNew = database.prepare("select 1 from sqlite_schema where name = 'meta'").get() === undefined;
    if (isNew) {
      database.exec('begin immediate');
      // another process may have created it meanwhile
      const made = database.prepare("select 1 from sqlite_schema where name = 'meta'").get() !== undefined;
      if (!made) database.exec(indexTables);
      if (!made) database.prepare("insert into meta values ('version', ?)").run(indexVersion());
      database.exec('commit');
    }
    const version = database.prepare("select value from meta where name = 'version'").get()?.value;
    if (version !== indexVersion()) throw new Error('an index of another version');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Returns whether an error says that another process writes to the index. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}
