import type { DatabaseSync } from 'node:sqlite';
import type { Experiments } from '../../experiments/registry.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { isBusy, openMemoryIndex } from '../search-index/item-index.ts';
import { indexLocation } from './index-location.ts';
import { openIndex, refreshIndex } from './open-index.ts';

const progressInterval = 1_000; // ms

interface IndexedRun {
  readonly store: Store;
  /** Location of the store, which determines that of the index. */
  readonly location: string;
  readonly run: RunRecord;
  readonly experiments: Experiments;
  /** Called at most once a second with the share in [0, 1] that was read. */
  readonly onProgress: (share: number) => void;
  /** Called with the reason if the index cannot be written; it is then made in memory. */
  readonly onUnwritable: (reason: string) => void;
}

/**
 * Passes the updated index of a run to an action, and closes it. In a folder that is read-only or full, the index is made
 * in memory.
 */
export async function withRunIndex<T>(
  indexed: IndexedRun,
  use: (database: DatabaseSync) => T | Promise<T>,
): Promise<T> {
  const database = await indexFile(indexed);
  try {
    return await use(database);
  } finally {
    database.close();
  }
}

async function indexFile(indexed: IndexedRun): Promise<DatabaseSync> {
  try {
    return await updated(openIndex(indexLocation(indexed.location)), indexed);
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    indexed.onUnwritable(error.message);
    return updated(openMemoryIndex(), indexed);
  }
}

/** Returns whether an error comes from the file system, or from SQLite about it. */
function isUnwritable(error: unknown): error is Error {
  if (!(error instanceof Error) || isBusy(error)) return false;
  return (
    'syscall' in error || ('code' in error && (error.code === 'ERR_SQLITE_ERROR' || error.code === 'ERR_FS_EISDIR'))
  );
}

async function updated(
  database: DatabaseSync,
  { store, run, experiments, onProgress }: IndexedRun,
): Promise<DatabaseSync> {
  try {
    let shown = performance.now();
    const report = (_: RunRecord, share: number) => {
      if (performance.now() - shown < progressInterval) return;
      shown = performance.now();
      onProgress(share);
    };
    await refreshIndex({ store, runs: [run], experiments, database, onProgress: report });
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
