import type { Failure } from '../../domain/answer.ts';
import { AppError } from '../../util/app-error.ts';
import { findAtHost } from './adopt.ts';
import { pollOnce } from './follow.ts';
import { isTerminal, type Job } from './job.ts';
import { hostError, type JobContext, retried } from './job-context.ts';
import { recordHostState, requireJob } from './job-journal.ts';

/** Polls after a cancellation, within which most hosts report it. */
const maxPolls = 3;
const pauseMs = 2000;

/**
 * Cancels a job and resolves to its state: `cancelled`, another end that came first, or still running when the host has
 * not acted yet. A job that never reached a host is cancelled only in the journal.
 */
export async function cancelJob(context: JobContext, start: Job): Promise<Job> {
  if (isTerminal(start.state)) return start;
  const job = 'id' in start.state ? start : await resolved(context, start);
  return 'id' in job.state && job.state.id !== null ? await cancelAtHost(context, job, job.state.id) : job;
}

/**
 * Resolves an unclear submission under its lease: a job must not be marked as cancelled while another process sends its
 * request.
 */
async function resolved(context: JobContext, { key }: Job): Promise<Job> {
  const { store } = context;
  const lease = await store.leaseTrainingJob(key);
  if (lease === null) {
    throw new AppError('job-busy', `a second process is submitting training job ${key.slice(0, 12)}`, {
      hint: 'stop that process first, or wait until the job is submitted',
    });
  }
  try {
    const job = await requireJob(store, key);
    if ('id' in job.state) return job;
    const found = job.state.kind === 'unresolved' ? await findAtHost(context, job, 2) : null;
    if (found !== null) return await recordHostState(store, key, { kind: 'submitted', id: found.id, adopted: true });
    return await recordHostState(store, key, { kind: 'cancelled', reason: 'canceled before it was submitted' });
  } finally {
    await lease.release();
  }
}

async function cancelAtHost(context: JobContext, job: Job, id: string): Promise<Job> {
  const result = await retried(context, () => context.port.cancel(id));
  if (result.kind === 'failed') {
    const polled = await pollOnce(context, job, id); // the job may just have ended
    if ('job' in polled && isTerminal(polled.job.state)) return polled.job;
    throw hostError('the job was not canceled', result);
  }
  let latest: Job | null = null;
  let failure: Failure | null = null;
  for (let poll = 0; poll < maxPolls; poll += 1) {
    const polled = await pollOnce(context, job, id);
    if ('job' in polled) latest = polled.job;
    else failure = polled.failure;
    if (latest !== null && isTerminal(latest.state)) return latest;
    await context.clock.wait(pauseMs, context.stop);
  }
  if (latest === null && failure !== null) throw hostError('it is unknown whether the job was canceled', failure);
  return latest ?? job;
}
