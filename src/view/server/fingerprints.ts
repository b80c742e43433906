import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RunRecord, Store } from '../../store/store.ts';

/** What the numbers of a run depend on besides its answers. */
interface Given {
  /** Number of labels in the store. */
  readonly labels: number;
  /** Mark of the table of attributes, as `attributesMark` returns it; null without one. */
  readonly attributes: string | null;
}

/** Returns a value that changes whenever the rows or numbers of a run may change. */
export async function fingerprintOf(store: Store, run: RunRecord, { labels, attributes }: Given): Promise<string> {
  const own = await answersFingerprint(store, run, labels);
  return attributes === null ? own : `${own}${separator}${attributes}`;
}

const separator = '\n';

async function answersFingerprint(store: Store, run: RunRecord, labels: number): Promise<string> {
  const finished = run.status === 'finished' ? await store.finished(run.id) : null;
  if (finished !== null) return JSON.stringify(['finished', finished.calls, labels]);
  const { answers, lastBlock, failures } = await store.activity(run.id);
  return JSON.stringify([run.status === 'running' ? 'open' : run.status, answers, lastBlock, failures, labels]);
}

/** Returns whether two fingerprints are of the same answers, whatever attributes were given. */
export function areSameAnswers(one: string, other: string): boolean {
  return one.split(separator)[0] === other.split(separator)[0];
}

/** Returns a value that changes whenever the results of runs may change. */
export async function resultsFingerprint(
  store: Store,
  runs: readonly RunRecord[],
  attributes: string | null,
): Promise<string> {
  const labels = (await store.labels()).length;
  const own = await Promise.all(runs.map((run) => fingerprintOf(store, run, { labels, attributes })));
  return JSON.stringify(runs.map(({ id }, index) => [id, own[index]]));
}

/** Returns a value that changes with the file of a table of attributes; null without one. */
export function attributesMark(path: string | null): string | null {
  if (path === null) return null;
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch {
    return 'unreadable'; // reading the runs reports why
  }
}
