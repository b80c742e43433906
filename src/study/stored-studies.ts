import type { RunId } from '../domain/run-config.ts';
import type { StudyResult } from '../introspection/study-result.ts';
import type { Store } from '../store/store.ts';
import { analyzeRecord } from './analyze-record.ts';
import { parseStudyRecord, type StudyRecord } from './study-record.ts';

/** A finished study of a store with its result. */
export interface StudyWithResult {
  /** Hex sha256 of the design. */
  readonly id: string;
  /** ISO 8601, when it was last carried out. */
  readonly at: string;
  readonly record: StudyRecord;
  readonly result: StudyResult;
}

/**
 * Computes the results of the finished studies of a store, the latest first; with a run, of the studies that use this run.
 * The analysis takes seconds: results are not stored.
 */
export async function studyResults(store: Store, run: RunId | null = null): Promise<readonly StudyWithResult[]> {
  const found: StudyWithResult[] = [];
  for (const { id, at, record: stored } of await store.studies()) {
    const record = parseStudyRecord(id, stored);
    if (run !== null && !record.runs.some((each) => each.run === run)) continue;
    found.push({ id, at, record, result: await analyzeRecord(store, record) });
  }
  return found;
}
