import type { Failure } from '../../domain/answer.ts';
import { retryDelay, unclearCodes } from '../../models/failures/retry-rules.ts';
import { untilCurrent } from '../../store/current-lease.ts';
import type { Lease } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import type { CreateRequest, UploadFile } from '../hosts/port.ts';
import { describesOtherJob, findAtHost } from './adopt.ts';
import { isTerminal, type Job, jobTag } from './job.ts';
import { hostError, type JobContext, retried, Stopped, throwIfStopped } from './job-context.ts';
import type { JobEvent } from './job-event.ts';
import { appendEvent, requireJob } from './job-journal.ts';

/** Contents of a job's files, ready to upload. */
export interface JobFiles {
  readonly train: Uint8Array;
  readonly validation: Uint8Array | null;
}

interface SubmitContext extends JobContext {
  readonly files: JobFiles;
  /** Maximum cost of the job in US dollars; null for no limit. */
  readonly budget: number | null;
  /** Whether another charge is allowed, at a host without a job list or after an ended job. */
  readonly resubmit: boolean;
}

/** Maximum number of start requests in one command, each after a search of the list. */
const maxRounds = 6;

/** Requests without a clear reply after which only the user can decide: a job list may be incomplete without saying so. */
const maxUnclear = 2;

/**
 * Submits a job to its host exactly once, whatever happened before, and resolves to its state. The request that may be
 * charged is sent only when the host's list shows that no such job exists, and only after a `submitting` event is on
 * disk.
 */
export async function ensureSubmitted(context: SubmitContext, intended: Job): Promise<Job> {
  const lease = await context.store.leaseTrainingJob(intended.key);
  if (lease === null) {
    throw new AppError('job-busy', `a second process is submitting training job ${intended.key.slice(0, 12)}`, {
      hint: 'wait for it; `seb train show` prints its progress. This process sent nothing',
    });
  }
  try {
    const job = await requireJob(context.store, intended.key);
    const stop = AbortSignal.any([context.stop, lease.lost]); // no pause goes on without the lease
    return await submit({ ...context, stop, lease, firstAttempt: job.attempt }, job);
  } catch (error) {
    if (error instanceof Stopped && lease.lost.aborted) throw jobTaken(intended);
    throw error;
  } finally {
    await lease.release();
  }
}

interface Submission extends SubmitContext {
  readonly lease: Lease;
  /** Attempt of the job when this command began: --resubmit starts at most one more. */
  readonly firstAttempt: number;
}

async function submit(context: Submission, start: Job): Promise<Job> {
  let job = await resubmitted(context, start);
  for (let round = 1; ; round += 1) {
    if ('id' in job.state) return job;
    throwIfStopped(context);
    const found = await findAtHost(context, job, job.state.kind === 'unresolved' ? 2 : 1);
    if (found !== null) return await record(context, job, { kind: 'submitted', id: found.id, adopted: true });
    job = await resubmittedIfUnclear(context, job);
    if (round > maxRounds) throw tooManyRounds(job);
    const searched = job;
    job = await uploaded(context, job);
    const stated = await statedWithinBudget(context, job);
    throwIfStopped(context);
    if (job !== searched) {
      // Another store of the same account may have submitted the job during the uploads.
      const since = await findAtHost(context, job, 1);
      if (since !== null) return await record(context, job, { kind: 'submitted', id: since.id, adopted: true });
    }
    job = await record(context, job, { kind: 'submitting', ...(stated === null ? {} : { dollars: stated }) });
    await untilCurrent(context.lease, context.stop);
    throwIfStopped(context);
    const result = await context.port.create(createRequest(job));
    if (result.kind === 'failed') {
      job = await afterFailure(context, job, { failure: result, round });
    } else if (describesOtherJob(result.value, job)) {
      const reason = `the host described job ${result.value.id}, which has other files`;
      context.note(`the request that starts the job got no clear response: ${reason}`);
      job = await record(context, job, { kind: 'unclear', reason });
    } else {
      return await record(context, job, { kind: 'submitted', id: result.value.id, adopted: false });
    }
  }
}

/** Records the next event of a job in submission; a second process cannot have appended one, unless the lease was lost. */
async function record({ store, lease }: Submission, job: Job, event: JobEvent): Promise<Job> {
  const appended = lease.lost.aborted ? null : await appendEvent(store, job, event);
  if (appended !== null) return appended;
  throw jobTaken(job); // a job id must not get lost: the other process finds it in the list by its tag
}

function jobTaken({ key }: Pick<Job, 'key'>): AppError {
  return new AppError('job-taken', `a second process has taken over training job ${key.slice(0, 12)}`, {
    hint: 'this process was suspended, or the store was unreachable; `seb train show` prints the progress of the job',
  });
}

async function resubmitted(context: Submission, job: Job): Promise<Job> {
  const { state } = job;
  const name = job.key.slice(0, 12);
  if (state.kind === 'succeeded' && context.resubmit) {
    throw new AppError(
      'job-succeeded',
      `training job ${name} has already succeeded; submitting it again would cost money again`,
      {
        hint: 'remove --resubmit to use its model, or change the seed to start a different job',
      },
    );
  }
  if (context.resubmit && isTerminal(state)) return await record(context, job, { kind: 'resubmitted' });
  if (state.kind === 'failed' || state.kind === 'cancelled') {
    throw new AppError(
      'job-ended',
      `training job ${name} has ${state.kind === 'failed' ? 'failed' : 'been canceled'}: ${state.reason}`,
      {
        hint: 'add --resubmit to restart it; the host may charge for it again',
      },
    );
  }
  return job;
}

/**
 * Refuses another request where a job may exist that the list does not show, unless the user has checked that: at a host
 * without a list after one request without a reply, elsewhere after two. Resolves to the job, with --resubmit as a new
 * attempt.
 */
async function resubmittedIfUnclear(context: Submission, job: Job): Promise<Job> {
  const { port, resubmit } = context;
  if (job.state.kind !== 'unresolved' || (port.page !== null && job.unclear < maxUnclear)) return job;
  if (resubmit && job.attempt === context.firstAttempt) return await record(context, job, { kind: 'resubmitted' });
  const name = job.key.slice(0, 12);
  const why =
    port.page === null
      ? `${port.endpoint} has no list of jobs, and the request that starts job ${name} got no response`
      : `${job.unclear} requests that start job ${name} got no clear response from ${port.endpoint}, and its list does not show the job`;
  throw new AppError('job-unknown', why, {
    hint: 'check the web page of the host; add --resubmit only if the job is not there (otherwise you would pay twice)',
  });
}

function tooManyRounds({ key }: Job): AppError {
  return new AppError('host-away', `the host did not accept training job ${key.slice(0, 12)}`, {
    hint: 'run the same command again later: it first checks whether the host has the job',
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

function createRequest(job: Job): CreateRequest {
  const { spec, rows } = job.intended;
  const { arm, targets, system } = rows;
  return {
    tag: jobTag(job),
    key: job.key,
    base: spec.base,
    train: job.files.train ?? '',
    validation: job.files.validation,
    hyperParameters: spec.hyperParameters,
    seed: spec.seed,
    rows: { arm, targets, count: spec.train.rows, ...(system === undefined ? {} : { system }) },
  };
}

/**
 * Refuses a job beyond the budget, and resolves to the host's own estimate in US dollars, which takes precedence over ours; null
 * where the host states none, or without a budget.
 */
async function statedWithinBudget(context: Submission, job: Job): Promise<number | null> {
  const { port, budget } = context;
  if (budget === null || port.isFree) return null;
  const { maxDollars } = job.intended.estimate;
  let stated: number | null = null;
  if (port.estimate !== null) {
    const { estimate } = port;
    const result = await retried(context, () => estimate(createRequest(job)));
    if (result.kind === 'ok') stated = result.value.dollars;
    else context.note(`the host returned no estimate: ${result.message}`);
  }
  const each = stated ?? maxDollars;
  refuseDollars(each === null ? null : each * job.attempt, budget, job.attempt - 1);
  return stated;
}

/**
 * Throws an AppError when a job could cost more than the budget, or has no known price. `dollars` includes the `earlier`
 * attempts, which the host may have charged.
 */
export function refuseDollars(dollars: number | null, budget: number, earlier = 0): void {
  if (dollars === null) {
    throw new AppError('price-unknown', '--budget needs the price of training, which is unknown', {
      hint: 'add --train-price USD (per million trained tokens, see the price page of the host), or remove --budget',
    });
  }
  if (dollars <= budget) return;
  throw new AppError(
    'over-budget',
    `training could cost up to $${dollars.toFixed(2)}${earlierText(earlier)}, and the budget is $${budget.toFixed(2)}`,
    {
      hint: 'this job was not submitted; raise the budget, or train on fewer rows or epochs',
    },
  );
}

function earlierText(attempts: number): string {
  if (attempts === 0) return '';
  return ` with ${attempts === 1 ? 'the earlier attempt' : `${attempts} earlier attempts`}, which the host may have charged`;
}

async function afterFailure(
  context: Submission,
  job: Job,
  { failure, round }: { readonly failure: Failure; readonly round: number },
): Promise<Job> {
  if (unclearCodes.has(failure.code)) {
    context.note(`the request that starts the job got no clear response: ${failure.message}`);
    // Unresolved: the list is searched twice before another request is sent.
    return failure.code === 'overloaded'
      ? job
      : await record(context, job, { kind: 'unclear', reason: failure.message });
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
    context.note('the host no longer has the uploaded files; uploading them again');
    return await record(context, refused, { kind: 'files-lost' });
  }
  throw hostError('the host rejected the training job', failure);
}

function saysFileLost({ code, message }: Failure): boolean {
  return (
    (code === 'invalid-request' || code === 'not-found') &&
    /file|dataset/i.test(message) &&
    /not found|no such|does not exist|deleted|expired|invalid file/i.test(message)
  );
}
