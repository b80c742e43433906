import { z } from 'zod';
import type { RunId } from '../../domain/run-config.ts';
import { type BatchJobKey, keyPrefix } from '../../store/event.ts';
import { type Dated, EventJournal } from '../../store/events/event-journal.ts';
import type { Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { sha256 } from '../../util/canonical-json.ts';

const count = z.int().min(0);

const batchEventSchema = z.discriminatedUnion('kind', [
  /** On disk before the first request. */
  z.strictObject({
    kind: z.literal('intended'),
    run: z.string(),
    /** Identity and name of the model. */
    model: z.string(),
    name: z.string(),
    endpoint: z.string(),
    /** Position among the jobs of the run, from 1. */
    number: z.int().min(1),
    /** Keys of the calls in compact form. */
    calls: z.array(z.string()),
    /** Maximum US dollars of all calls; 0 where no price is known. */
    dollars: z.number().min(0),
    /** Path of the request file that the user's own engine answers; absent: the job goes to a host. */
    path: z.string().optional(),
  }),
  /** The request file is whole and under its name. */
  z.strictObject({ kind: z.literal('written') }),
  z.strictObject({ kind: z.literal('uploaded'), file: z.string() }),
  /** Written before the request that may be charged. */
  z.strictObject({ kind: z.literal('submitting') }),
  /**
   * The host refused the request, the user gave up on a job that the host does not show, or on a request file: no answer is
   * expected.
   */
  z.strictObject({ kind: z.literal('refused'), reason: z.string() }),
  z.strictObject({
    kind: z.literal('submitted'),
    id: z.string(),
    adopted: z.boolean(),
    /** Milliseconds since 1970; null when the host does not say. */
    deadline: z.number().nullable(),
  }),
  /** Everything that the job brought is stored. */
  z.strictObject({
    kind: z.literal('collected'),
    /** The host's own word. */
    word: z.string(),
    stored: count,
    /** Answers to calls that had one, and results that came twice. */
    doubled: count,
    failed: count,
    /** Calls without a result. */
    missing: count,
  }),
]);
type BatchEvent = z.infer<typeof batchEventSchema>;
type BatchEventOf<Kind extends BatchEvent['kind']> = Extract<BatchEvent, { kind: Kind }>;

type BatchState =
  | { readonly kind: 'intended' }
  | { readonly kind: 'written' }
  /** The request was sent and its result is unknown: the host may have a job. */
  | { readonly kind: 'unresolved' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'submitted'; readonly id: string; readonly deadline: number | null }
  | BatchEventOf<'collected'>;

/** A job of a run at a host, derived from its events. */
export interface BatchJob {
  readonly key: BatchJobKey;
  readonly intended: BatchEventOf<'intended'>;
  readonly state: BatchState;
  readonly file: string | null;
  /** Number of events, which is the number of the next event. */
  readonly length: number;
  /** ISO 8601. */
  readonly startedAt: string;
  /** ISO 8601; null before the request that creates the job. */
  readonly submittingAt: string | null;
}

const journal = new EventJournal({ schema: batchEventSchema, noun: 'batch job' });
/** Digits of a key in the tag by which the host's job is found. */
const tagDigits = 24;

export function batchTag({ key }: Pick<BatchJob, 'key'>): string {
  return `seb-${key.slice(keyPrefix.batch.length, keyPrefix.batch.length + tagDigits)}`;
}

/** Returns whether calls of the job may still be answered. */
export function isOpen({ state }: BatchJob): boolean {
  return state.kind !== 'collected' && state.kind !== 'refused';
}

/** Returns whether the calls of a job are in a request file, not at a host. */
export function isRequestFile({ intended }: Pick<BatchJob, 'intended'>): boolean {
  return intended.path !== undefined;
}

/** Returns whether a job is at a host, or on its way there, and its calls may still be answered. */
export function isOpenAtHost(job: BatchJob): boolean {
  return isOpen(job) && !isRequestFile(job);
}

/**
 * Returns the jobs of a run (of every run of the store when null) in the order in which they were started. Jobs of a run that
 * was removed are left out: their answers belong to no run.
 */
export async function batchJobs(
  store: Pick<Store, 'histories' | 'runs'>,
  run: RunId | null,
): Promise<readonly BatchJob[]> {
  const byKey = Map.groupBy(await store.histories('batch'), ({ key }) => key);
  const jobs = [...byKey].map(([key, events]) =>
    jobFrom(
      key,
      events.map((stored) => journal.read(stored)),
    ),
  );
  const runs = new Set<string>(
    run === null && jobs.length > 0 ? (await store.runs()).map(({ id }) => id) : [run ?? ''],
  );
  const known = jobs.filter(({ intended }) => runs.has(intended.run));
  return known.toSorted((a, b) =>
    a.startedAt < b.startedAt ? -1 : a.startedAt > b.startedAt ? 1 : a.intended.number - b.intended.number,
  );
}

/** Writes the intent of a new job. */
export async function intendBatch(store: Store, event: BatchEventOf<'intended'>): Promise<BatchJob> {
  const { run, model, number, calls } = event;
  const key = `${keyPrefix.batch}${sha256(JSON.stringify([run, model, number, calls]))}` as BatchJobKey; // the only place that creates keys of batch jobs
  return await append(store, key, { number: 0, event });
}

/** Appends an event after those of the job, which only the process with the run's lease does. */
export async function recordBatch(store: Store, job: BatchJob, event: BatchEvent): Promise<BatchJob> {
  return await append(store, job.key, { number: job.length, event });
}

async function append(
  store: Store,
  key: BatchJobKey,
  entry: { readonly number: number; readonly event: BatchEvent },
): Promise<BatchJob> {
  if (!(await journal.append(store, key, entry))) {
    throw new AppError(
      'job-taken',
      `a second process has taken over batch job ${key.slice(keyPrefix.batch.length, 20)}`,
      {
        hint: 'this process was suspended, or the store was unreachable; `seb collect` continues',
      },
    );
  }
  return jobFrom(key, await journal.history(store, key));
}

function jobFrom(key: BatchJobKey, events: readonly Dated<BatchEvent>[]): BatchJob {
  const [first] = events;
  if (first?.event.kind !== 'intended') throw new AppError('store-damaged', `batch job ${key} has no beginning`);
  let state: BatchState = { kind: 'intended' };
  let file: string | null = null;
  let submittingAt: string | null = null;
  for (const { at, event } of events.slice(1)) {
    if (event.kind === 'uploaded') file = event.file;
    else if (event.kind === 'submitting') {
      state = { kind: 'unresolved' };
      submittingAt = at;
    } else if (event.kind !== 'intended') state = event;
  }
  return { key, intended: first.event, state, file, length: events.length, startedAt: first.at, submittingAt };
}
