import type { DatabaseSync } from 'node:sqlite';
import type { Experiments } from '../../experiments/registry.ts';
import type { RunRecord, Store } from '../../store/store.ts';
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
}

/** Passes the updated index of a run to an action, and closes it. */
export async function withRunIndex<T>(
  { store, location, run, experiments, onProgress }: IndexedRun,
  use: (database: DatabaseSync) => T | Promise<T>,
): Promise<T> {
  const database = openIndex(indexLocation(location));
  try {
    let shown = performance.now();
    const report = (_: RunRecord, share: number) => {
      if (performance.now() - shown < progressInterval) return;
      shown = performance.now();
      onProgress(share);
    };
    await refreshIndex({ store, runs: [run], experiments, database, onProgress: report });
    return await use(database);
  } finally {
    database.close();
  }
}
