import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Experiments } from '../../experiments/registry.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { viewStudy } from '../page/study-page.ts';
import { removeRun } from '../search-index/index-writer.ts';
import { IndexedRuns } from '../search-index/indexed-runs.ts';
import { IndexedStudies } from '../search-index/indexed-studies.ts';
import { openIndexFile } from '../search-index/item-index.ts';
import { buildRunIndex } from './build-index.ts';
import { areSameAnswers, attributesMark, fingerprintOf } from './fingerprints.ts';

/** Opens the index file, and creates its folder if it is absent. */
export function openIndex(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  return openIndexFile(file);
}

interface Refresh {
  readonly store: Store;
  readonly runs: readonly RunRecord[];
  readonly experiments: Experiments;
  readonly database: DatabaseSync;
  /** File with attributes of the models, null for none; absent: what was given before stays. */
  readonly attributes?: string | null;
  readonly onProgress: (run: RunRecord, share: number) => void;
}

/** Updates the index of these runs; returns how many were read. */
export async function refreshIndex(options: Refresh): Promise<number> {
  const { store, runs, experiments, database, attributes, onProgress } = options;
  const indexed = new IndexedRuns(database);
  const labels = (await store.labels()).length;
  let built = 0;
  for (const run of runs) {
    const known = indexed.run(run.id)?.fingerprint ?? '';
    const fingerprint = await fingerprintOf(store, run, { labels, attributes: attributesMark(attributes ?? null) });
    if (attributes === undefined ? areSameAnswers(known, fingerprint) : known === fingerprint) continue;
    const progress = (share: number) => onProgress(run, share);
    const how = { attributes: attributes ?? null, onProgress: progress };
    await buildRunIndex({ store, run, experiments, database, ...how });
    built += 1;
  }
  return built;
}

/** Updates the studies in the index. */
export async function refreshStudies(store: Store, database: DatabaseSync): Promise<void> {
  const indexed = new IndexedStudies(database);
  for (const study of await store.studies()) {
    if (!indexed.has(study)) indexed.put(await viewStudy(store, study));
  }
}

/** Removes rows of runs that are no longer in the store. */
export function forgetOthers(database: DatabaseSync, runs: readonly RunRecord[]): void {
  const known = new Set<string>(runs.map(({ id }) => id));
  for (const id of new IndexedRuns(database).ids()) if (!known.has(id)) removeRun(database, id);
}
