import type { Failure } from '../../domain/answer.ts';
import { retryDelay } from '../../execute/call-with-retry.ts';
import type { Lease } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import type { CreateRequest, UploadFile } from '../ports/port.ts';
import { findAtHost } from './adopt.ts';
import { isTerminal, type Job, jobTag } from './job.ts';
import { hostError, type JobContext, retried, throwIfStopped } from './job-context.ts';
import type { JobEvent } from './job-event.ts';
import { appendEvent, requireJob } from './job-journal.ts';

/** Contents of the files of a job, ready to upload. */
export interface JobFiles {
  readonly train: Uint8Array;
  readonly validation: Uint8Array | null;
}

export interface SubmitContext extends JobContext {
  readonly files: JobFiles;
  /** US dollars that the job may cost; null for no limit. */
  readonly budget: number | null;
  /** Whether a host without a list of jobs, or an ended job, may be charged once more. */
  readonly resubmit: boolean;
}

/** Requests that start the job are sent at most so often in one command, each after a search of the list. */
const maxRounds = 6;

/**
 * Brings a job to its host once, whatever happened before, and resolves to the job as it then is. The request that may charge is
 * sent only when the host's list shows that no such job exists, and only after a `submitting` event is on disk.
 */
export async function ensureSubmitted(context: SubmitContext, intended: Job): Promise<Job> {
  const lease = await context.store.leaseTrainingJob(intended.key);
  if (lease === null) {
    throw new AppError('job-busy', `another process is submitting training job ${intended.key.slice(0, 12)}`, {
      hint: 'wait for it; `seb train show` tells what it has reached. Nothing was sent from here',
    });
  }
  try {
    return await submit({ ...context, lease }, await requireJob(context.store, intended.key));
  } finally {
    await lease.release();
  }
}

interface Submission extends SubmitContext {
  readonly lease: Lease;
}

async function submit(context: Submission, start: Job): Promise<Job> {
  let job = await resubmitted(context, start);
  for (let round = 1; ; round += 1) {
    if ('id' in job.state) return job;
    throwIfStopped(context);
    const found = await findAtHost(context, job, job.state.kind === 'unresolved' ? 2 : 1);
    if (found !== null) return await record(context, job, { kind: 'submitted', id: found.id, adopted: true });
    refuseUnknownOutcome(context, job);
    if (round > maxRounds) throw tooManyRounds(job);
    job = await uploaded(context, job);
    await refuseBeyondBudget(context, job);
    throwIfStopped(context);
    job = await record(context, job, { kind: 'submitting' });
    const result = await context.port.create(createRequest(job));
    if (result.kind === 'ok')
      return await record(context, job, { kind: 'submitted', id: result.value.id, adopted: false });
    job = await afterFailure(context, job, { failure: result, round });
  }
}

/** The next event of a job under submission; a second process cannot have appended one, unless the lease was lost. */
async function record({ store, lease }: Submission, job: Job, event: JobEvent): Promise<Job> {
  const appended = lease.lost.aborted ? null : await appendEvent(store, job, event);
  if (appended !== null) return appended;
  // A job id must never be lost: the other process finds it in the list by its tag, and this one says so.
  throw new AppError('job-taken', `another process has taken over training job ${job.key.slice(0, 12)}`, {
    hint: 'this process was suspended, or the store was unreachable; `seb train show` tells what the job has reached',
  });
}

async function resubmitted(context: Submission, job: Job): Promise<Job> {
  const { state } = job;
  const name = job.key.slice(0, 12);
  if (state.kind === 'succeeded' && context.resubmit) {
    throw new AppError(
      'job-succeeded',
      `training job ${name} has succeeded: submitting it again would be charged again`,
      {
        hint: 'leave --resubmit out to use its model, or change the seed for another job',
      },
    );
  }
  const mayRepeat = isTerminal(state) || (state.kind === 'unresolved' && context.port.page === null);
  if (context.resubmit && mayRepeat) return await record(context, job, { kind: 'resubmitted' });
  if (state.kind === 'failed' || state.kind === 'cancelled') {
    throw new AppError(
      'job-ended',
      `training job ${name} has ${state.kind === 'failed' ? 'failed' : 'been cancelled'}: ${state.reason}`,
      {
        hint: 'add --resubmit to start it once more, which the host may charge again',
      },
    );
  }
  return job;
}

function refuseUnknownOutcome({ port }: Submission, { state, key }: Job): void {
  if (state.kind !== 'unresolved' || port.page !== null) return;
  throw new AppError(
    'job-unknown',
    `${port.endpoint} has no list of jobs, and the request that starts ${key.slice(0, 12)} got no answer`,
    {
      hint: 'look at the page of the host; add --resubmit if it has no such job (if it has one, you would pay twice)',
    },
  );
}

function tooManyRounds({ key }: Job): AppError {
  return new AppError('host-away', `the host did not take training job ${key.slice(0, 12)}`, {
    hint: 'run the same command again later: it first looks whether the host has the job',
  });
}

async function uploaded(context: Submission, start: Job): Promise<Job> {
  let job = start;
  for (const set of ['train', 'validation'] as const) {
    const bytes = context.files[set];
    if (bytes === null || job.files[set] !== null) continue;
    const file: UploadFile = { set, name: `${jobTag(job)}-${set}.jsonl`, bytes };
    const result = await retried(context, () => context.port.upload(file));
    if (result.kind === 'failed') throw hostError(`the ${set} file cannot be uploaded`, result);
    job = await record(context, job, { kind: 'uploaded', set, file: result.value });
  }
  return job;
}

/** Returns the request that starts the job. */
export function createRequest(job: Job): CreateRequest {
  const { spec, rows } = job.intended;
  return {
    tag: jobTag(job),
    key: job.key,
    base: spec.base,
    train: job.files.train ?? '',
    validation: job.files.validation,
    hyperParameters: spec.hyperParameters,
    seed: spec.seed,
    rows: { arm: rows.arm, targets: rows.targets, count: spec.train.rows },
  };
}

/** The host's own estimate, where it has one, counts more than ours. */
async function refuseBeyondBudget(context: Submission, job: Job): Promise<void> {
  const { port, budget } = context;
  if (budget === null || port.isFree) return;
  const { maxDollars } = job.intended.estimate;
  let stated: number | null = null;
  if (port.estimate !== null) {
    const { estimate } = port;
    const result = await retried(context, () => estimate(createRequest(job)));
    if (result.kind === 'ok') stated = result.value.dollars;
    else context.note(`the host gave no estimate: ${result.message}`);
  }
  refuseDollars(stated ?? maxDollars, budget);
}

/** Throws an AppError when a job could cost more than the budget, or nobody knows what it costs. */
export function refuseDollars(dollars: number | null, budget: number): void {
  if (dollars === null) {
    throw new AppError('price-unknown', '--budget needs the price of training, which is not known', {
      hint: 'give --train-price USD (for a million trained tokens, from the page of the host), or leave --budget out',
    });
  }
  if (dollars <= budget) return;
  throw new AppError(
    'over-budget',
    `training could cost up to $${dollars.toFixed(2)}, and the budget is $${budget.toFixed(2)}`,
    {
      hint: 'nothing was submitted; raise --budget, or train on fewer rows or epochs',
    },
  );
}

/** Failures after which the host may nevertheless have accepted the request. */
const ambiguous: ReadonlySet<Failure['code']> = new Set([
  'network',
  'timeout',
  'server-error',
  'overloaded',
  'bad-response',
]);

async function afterFailure(
  context: Submission,
  job: Job,
  { failure, round }: { readonly failure: Failure; readonly round: number },
): Promise<Job> {
  if (ambiguous.has(failure.code)) {
    context.note(`the request that starts the job got no clear answer: ${failure.message}`);
    return job; // unresolved: the list is searched twice before anything is sent again
  }
  const refused = await record(context, job, { kind: 'refused', reason: failure.message });
  if (failure.code === 'rate-limited' && failure.retryable && round < maxRounds) {
    await context.clock.wait(
      retryDelay(failure, round - 1, () => context.clock.random()),
      context.stop,
    );
    return refused;
  }
  if (saysFileLost(failure) && round === 1) {
    context.note('the host no longer has the uploaded files: uploading them again');
    return await record(context, refused, { kind: 'files-lost' });
  }
  throw hostError('the host refused the training job', failure);
}

function saysFileLost({ code, message }: Failure): boolean {
  return (
    (code === 'invalid-request' || code === 'not-found') &&
    /file|dataset/i.test(message) &&
    /not found|no such|does not exist|deleted|expired|invalid file/i.test(message)
  );
}
