import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** Milliseconds that a connection waits for another process to finish its transaction. */
export const busyMs = 5_000;

/** A connection whose commits are on disk when they return. */
export function connect(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyMs });
  // Four times the cache took 15 MB, and no less time: keys are random, and the system keeps the pages as well.
  database.exec('pragma synchronous = full; pragma cache_size = -4096; pragma journal_size_limit = 67108864');
  // An insertion of many rows keeps the pages that it changes until it has succeeded: on disk, that doubled what is
  // written. Keys are random, so that in a large store every answer changes a page: fewer checkpoints (64 MB apart) write
  // fewer pages twice.
  database.exec('pragma temp_store = memory; pragma wal_autocheckpoint = 16000');
  return database;
}

/**
 * A connection to a file that cannot be written. SQLite reads a write-ahead log only where it may write beside the file;
 * without a log the file is complete, and no process that could change it has it open.
 */
export function connectReadOnly(file: string): DatabaseSync {
  const log = `${file}-wal`;
  const hasLog = existsSync(log) && statSync(log).size > 0;
  const location = pathToFileURL(file);
  if (!hasLog) location.searchParams.set('immutable', '1');
  return new DatabaseSync(location, { timeout: busyMs, readOnly: true });
}
