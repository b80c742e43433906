import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** Milliseconds that a connection waits for another process to finish its transaction. */
export const busyMs = 5_000;

/** Opens a connection whose commits are on disk when they return. */
export function connect(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyMs });
  // A cache four times as large took 15 MB and was not faster: keys are random, and the system caches the pages as well.
  database.exec('pragma synchronous = full; pragma cache_size = -4096; pragma journal_size_limit = 67108864');
  // An insertion of many rows keeps its changed pages until it has succeeded; on disk, that doubled the writes. Keys
  // are random, so that in a large store every answer changes a page: rarer checkpoints (64 MB apart) write fewer pages
  // twice.
  database.exec('pragma temp_store = memory; pragma wal_autocheckpoint = 16000');
  return database;
}

/**
 * Opens a connection to a read-only file. SQLite reads a write-ahead log only if it may write next to the file; without
 * a log the file is complete, and no process that could change it has it open.
 */
export function connectReadOnly(file: string): DatabaseSync {
  const log = `${file}-wal`;
  const hasLog = existsSync(log) && statSync(log).size > 0;
  const location = pathToFileURL(file);
  if (!hasLog) location.searchParams.set('immutable', '1');
  return new DatabaseSync(location, { timeout: busyMs, readOnly: true });
}
