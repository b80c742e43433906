import { DatabaseSync } from 'node:sqlite';

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
