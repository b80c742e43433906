import type { TrainingJobKey } from '../../store/event.ts';
import { EventJournal } from '../../store/events/event-journal.ts';
import type { Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { type DatedEvent, isTerminal, type Job, jobFrom } from './job.ts';
import { type JobEvent, jobEventSchema } from './job-event.ts';

export type JobStore = Pick<Store, 'appendEvent' | 'history' | 'histories' | 'leaseTrainingJob'>;

const journal = new EventJournal({ schema: jobEventSchema, noun: 'training job' });

/** Returns the events of a job, oldest first. */
export async function jobHistory(store: JobStore, key: TrainingJobKey): Promise<readonly DatedEvent[]> {
  return await journal.history(store, key);
}

/** Returns a job; null when the store does not have it. */
export async function readJob(store: JobStore, key: TrainingJobKey): Promise<Job | null> {
  return jobFrom(key, await jobHistory(store, key));
}

/** Returns a job. AppError when the store does not have it. */
export async function requireJob(store: JobStore, key: TrainingJobKey): Promise<Job> {
  const job = await readJob(store, key);
  if (job !== null) return job;
  throw new AppError('unknown-job', `the store has no training job ${key.slice(0, 12)}`, {
    hint: '`seb train list` shows the jobs of the store',
  });
}

/** Returns every job of the store, the most recently started first. */
export async function listJobs(store: JobStore): Promise<readonly Job[]> {
  const byJob = Map.groupBy(await store.histories('training'), ({ key }) => key);
  return [...byJob]
    .flatMap(
      ([key, events]) =>
        jobFrom(
          key,
          events.map((stored) => journal.read(stored)),
        ) ?? [],
    )
    .sort((a, b) => (a.startedAt < b.startedAt ? 1 : a.startedAt > b.startedAt ? -1 : 0));
}

/** Returns the job whose key starts with the given digits. AppError when no job or several jobs match. */
export async function findJob(store: JobStore, start: string): Promise<Job> {
  const found = (await listJobs(store)).filter(({ key }) => start !== '' && key.startsWith(start));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const what =
    found.length === 0 ? `the store has no training job ${start}` : `${found.length} jobs start with ${start}`;
  throw new AppError('unknown-job', what, { hint: '`seb train list` shows the jobs of the store' });
}

/**
 * Appends an event after the events of `job`; resolves to the job's new state once the event is on disk. Returns null
 * when another process has appended one first: the caller must read the job again.
 */
export async function appendEvent(store: JobStore, job: Job, event: JobEvent): Promise<Job | null> {
  return await append(store, job.key, { number: job.length, event });
}

/** Appends the first event of a job, unless the job exists. */
export async function intendJob(
  store: JobStore,
  key: TrainingJobKey,
  event: Extract<JobEvent, { kind: 'intended' }>,
): Promise<Job> {
  return (
    (await readJob(store, key)) ?? (await append(store, key, { number: 0, event })) ?? (await requireJob(store, key))
  );
}

async function append(
  store: JobStore,
  key: TrainingJobKey,
  { number, event }: { readonly number: number; readonly event: JobEvent },
): Promise<Job | null> {
  return (await journal.append(store, key, { number, event })) ? await requireJob(store, key) : null;
}

/**
 * Appends the host's state of a job unless the job has ended, and retries when other processes append first. An
 * unchanged state is not appended again.
 */
export async function recordHostState(store: JobStore, key: TrainingJobKey, event: JobEvent): Promise<Job> {
  for (;;) {
    const job = await requireJob(store, key);
    const { state } = job;
    if (isTerminal(state)) return job;
    if (event.kind === 'status' && state.kind === event.state && state.word === event.word) return job;
    const appended = await appendEvent(store, job, event);
    if (appended !== null) return appended;
  }
}
