import { existsSync } from 'node:fs';
import type { CallKey } from '../../domain/call.ts';
import type { RunId } from '../../domain/run-config.ts';
import { compactKey, decompactKey } from '../../store/answers/compact-key.ts';
import type { Store } from '../../store/store.ts';
import { type BatchJob, batchJobs, isOpen, isRequestFile } from './batch-job.ts';

type OutStore = Pick<Store, 'histories' | 'historiesState' | 'runs' | 'existing' | 'failures'>;

/** A job with calls that are out, and their number. */
export interface JobOut {
  readonly job: BatchJob;
  readonly calls: number;
}

/** Calls that are looked up at once. */
const idsAtOnce = 1000;

/**
 * Returns whether calls of a job may be answered elsewhere. A request file is out as soon as it has its name, even where the
 * process that wrote it was killed before it could store that.
 */
export function isOut(job: BatchJob): boolean {
  if (!isOpen(job)) return false;
  return !isRequestFile(job) || job.state.kind === 'written' || existsSync(job.intended.path ?? '');
}

/**
 * Returns the calls of a job that are out: they have no answer, and, in a request file, no error since it was written. `failed`:
 * calls of the file with such an error.
 */
export async function callsOutIn(
  store: Pick<Store, 'existing' | 'failures'>,
  job: BatchJob,
): Promise<{ readonly ids: readonly string[]; readonly failed: number }> {
  const { intended, startedAt } = job;
  const ids: string[] = [];
  let failed = 0;
  for (let at = 0; at < intended.calls.length; at += idsAtOnce) {
    const group = intended.calls.slice(at, at + idsAtOnce).map((id) => ({ id, key: decompactKey(id) }));
    const existing = await store.existing(group.map(({ key }) => key));
    const open = group.filter(({ key }) => !existing.has(key));
    const failures = isRequestFile(job) ? await store.failures(open.map(({ key }) => key)) : null;
    for (const { id, key } of open) {
      const failure = failures?.get(key);
      if (failure === undefined || failure.failedAt < startedAt) ids.push(id);
      else failed += 1;
    }
  }
  return { ids, failed };
}

/** Returns the jobs of a run that may still answer its calls. */
export async function jobsOut(store: OutStore, run: RunId): Promise<readonly JobOut[]> {
  const out: JobOut[] = [];
  for (const job of (await batchJobs(store, run)).filter(isOut)) {
    const { ids } = await callsOutIn(store, job);
    // A job at a host may be charged although other jobs have answered its calls: it must be collected.
    if (ids.length > 0 || !isRequestFile(job)) out.push({ job, calls: ids.length });
  }
  return out;
}

/**
 * The calls of a store that are out: in an open batch or an unanswered request file of any run. A run that sends one of them
 * pays for it twice.
 */
export class CallsOut {
  readonly #store: OutStore;
  #state = '';
  #jobs: ReadonlyMap<string, BatchJob> = new Map();

  private constructor(store: OutStore) {
    this.#store = store;
  }

  static async read(store: OutStore): Promise<CallsOut> {
    const out = new CallsOut(store);
    await out.refresh();
    return out;
  }

  /** Returns the job that has a call, by the id of the call; undefined: the call is not out. */
  jobOf(id: string): BatchJob | undefined {
    return this.#jobs.get(id);
  }

  /** Reads the jobs again if a process has changed one since they were read. */
  async refresh(): Promise<void> {
    const state = await this.#store.historiesState('batch');
    if (state === this.#state) return;
    const jobs = new Map<string, BatchJob>();
    for (const job of (await batchJobs(this.#store, null)).filter(isOut))
      for (const id of (await callsOutIn(this.#store, job)).ids) jobs.set(id, job);
    this.#jobs = jobs;
    this.#state = state;
  }
}

/** Which open calls of a run are out, and the jobs that have them. */
export class OutAmong {
  readonly #out: CallsOut;
  readonly #jobs = new Map<BatchJob, number>();

  constructor(out: CallsOut) {
    this.#out = out;
  }

  /** Jobs with the number of their calls for which `has` was called; without those of a run. */
  jobs(without: RunId | null): readonly JobOut[] {
    return [...this.#jobs].filter(([job]) => job.intended.run !== without).map(([job, calls]) => ({ job, calls }));
  }

  has({ key }: { readonly key: CallKey }): boolean {
    const job = this.#out.jobOf(compactKey(key));
    if (job !== undefined) this.#jobs.set(job, (this.#jobs.get(job) ?? 0) + 1);
    return job !== undefined;
  }
}
