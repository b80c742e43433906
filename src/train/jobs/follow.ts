import type { Failure } from '../../domain/answer.ts';
import { failed } from '../../models/failures/failure.ts';
import { retryDelay } from '../../models/failures/retry-rules.ts';
import { AppError } from '../../util/app-error.ts';
import type { HostJob } from '../hosts/port.ts';
import { findAtHost } from './adopt.ts';
import { isTerminal, type Job } from './job.ts';
import { hostError, type JobContext } from './job-context.ts';
import type { EventOf, JobEvent } from './job-event.ts';
import { recordHostState } from './job-journal.ts';

/** Maximum milliseconds that commands and studies wait for the end of a job: 24 hours. */
export const maxJobWaitMs = 24 * 3_600_000;

const firstPollMs = 15_000;
const longestPollMs = 120_000;
const pollGrowth = 1.3;

/** Consecutive failed polls after which the host counts as unreachable. */
const maxFailedPolls = 12;
/** Maximum polls that report a new job as unknown, because a host may list it late. */
const maxNotFound = 4;

/** Returns the milliseconds until the next poll: 15 s rising to 120 s, with a jitter of ±25%. */
export function pollDelay(poll: number, random: () => number): number {
  return Math.min(longestPollMs, firstPollMs * pollGrowth ** poll) * (0.75 + random() / 2);
}

/** Returns the event for the host's description of a job. */
function eventOf(
  hostJob: HostJob,
  { intended }: Pick<Job, 'intended'>,
  modelName: (trained: string) => string,
): JobEvent {
  const { state, word, model, artifact, trainedTokens, dollars, returned, reason } = hostJob;
  switch (state) {
    case 'waiting':
    case 'running':
    case 'paused':
      return { kind: 'status', state, word };
    case 'failed':
      return { kind: 'failed', reason: reason ?? `the host reports "${word}" without a reason` };
    case 'cancelled':
      return { kind: 'cancelled', reason: reason ?? `the host says "${word}"` };
    case 'succeeded':
      if (model === null) return { kind: 'failed', reason: `the host reports "${word}" but no trained model` };
      return {
        kind: 'succeeded',
        model: modelName(model),
        hostModel: model,
        artifact,
        trainedTokens,
        dollars: dollars ?? actualDollars(trainedTokens, intended),
        returned,
      } satisfies EventOf<'succeeded'>;
  }
}

function actualDollars(trainedTokens: number | null, { price, estimate }: EventOf<'intended'>): number | null {
  if (estimate.dollars === 0 && estimate.maxDollars === 0) return 0; // free by definition
  return trainedTokens === null || price === null ? null : (trainedTokens * price) / 1e6;
}

function ofOtherJob(found: string, id: string): Failure {
  return failed('bad-response', `the host described job ${found} when it was asked for ${id}`);
}

/** Queries the host once about a submitted job and records its state. */
export async function pollOnce(
  context: JobContext,
  job: Job,
  id: string,
): Promise<{ job: Job } | { failure: Failure }> {
  const { port, store, note } = context;
  const result = await port.job(id);
  if (result.kind === 'failed') return { failure: result };
  if (result.value.id !== id) return { failure: ofOtherJob(result.value.id, id) };
  if (!result.value.isKnownWord)
    note(`the host reports the undocumented state "${result.value.word}", which is treated as running`);
  const event = eventOf(result.value, job, (trained) => port.modelName(trained));
  return { job: await recordHostState(store, job.key, event) };
}

/**
 * Polls a submitted job until it has ended, the user stops the command, or the time is over; resolves to the job's
 * latest state. Never changes the job at the host.
 */
export async function followJob(context: JobContext, submitted: Job, maxWaitMs: number): Promise<Job> {
  let job = submitted;
  let waited = 0;
  const failures = new FailedPolls();
  for (let poll = 0; !isTerminal(job.state) && 'id' in job.state && job.state.id !== null; poll += 1) {
    const polled = await pollOnce(context, job, job.state.id);
    let delay = pollDelay(poll, () => context.clock.random());
    if ('job' in polled) {
      failures.clear();
      job = polled.job;
      if (isTerminal(job.state)) return job;
    } else {
      if (polled.failure.code === 'not-found' && failures.isGone() && (await isUnlisted(context, job))) {
        return await recordHostState(context.store, job.key, { kind: 'failed', reason: goneReason });
      }
      failures.count(polled.failure, job);
      context.note(`the state of the job is currently unknown: ${polled.failure.message}`);
      delay = Math.max(
        delay,
        retryDelay(polled.failure, poll, () => context.clock.random()),
      );
    }
    if (context.stop.aborted || waited + delay > maxWaitMs) return job;
    await context.clock.wait(delay, context.stop);
    waited += delay;
    if (context.stop.aborted) return job;
  }
  return job;
}

const goneReason = 'the host no longer has the job: neither its id nor its list shows it';

/** Returns whether the host's list can be read to its end and does not show the job. */
async function isUnlisted(context: JobContext, job: Job): Promise<boolean> {
  return context.port.page !== null && (await findAtHost(context, job, 1)) === null;
}

/** Counts consecutive failed polls, and ends the polling when further polls are pointless. */
class FailedPolls {
  #count = 0;

  /** Returns whether this failure, if the host again does not know the job, is no longer a delay of the host. */
  isGone(): boolean {
    return this.#count + 1 >= maxNotFound;
  }

  clear(): void {
    this.#count = 0;
  }

  count(failure: Failure, { key }: Job): void {
    this.#count += 1;
    const name = key.slice(0, 12);
    if (failure.code === 'not-found' && this.#count < maxNotFound) return;
    if (!failure.retryable) throw hostError(`the state of training job ${name} cannot be read`, failure);
    if (this.#count < maxFailedPolls) return;
    throw new AppError('host-away', `the host did not respond ${this.#count} times: ${failure.message}`, {
      hint: `the job continues at the host; check it again with \`seb train collect ${name}\``,
    });
  }
}
