import { AppError } from '../../util/app-error.ts';
import type { HostJob, HostResult, HostState, JobPage } from '../ports/port.ts';
import { type Job, jobTag } from './job.ts';
import { hostError, type JobContext, retried, throwIfStopped } from './job-context.ts';

/** A job may appear in the list some time after the request that made it. */
const pauseBetweenLooksMs = 30_000;

/** Pages of a list that are read at most; a host that always announces another page must not hold the command. */
const maxPages = 1000;

/** Which of several jobs of one key is kept: one that succeeded, then one that may still succeed. */
const preference: readonly HostState[] = ['succeeded', 'running', 'paused', 'waiting', 'failed', 'cancelled'];

/**
 * Whether a job of the host is the job of this key and attempt: its labels hold the tag, or its files are files that were uploaded
 * for it.
 */
function isOurs(hostJob: HostJob, job: Job): boolean {
  if (job.earlierIds.includes(hostJob.id)) return false;
  const tag = jobTag(job);
  if (hostJob.labels.some((label) => label.includes(tag))) return true;
  const { train } = job.files;
  return train !== null && hostJob.files.includes(train);
}

async function look(context: JobContext, job: Job): Promise<readonly HostJob[]> {
  const { port } = context;
  const { page } = port;
  if (page === null) return [];
  const found = new Map<string, HostJob>();
  let cursor: string | null = null;
  const seen = new Set<string | null>();
  for (let pages = 0; pages < maxPages; pages += 1) {
    const asked: string | null = cursor;
    const result: HostResult<JobPage> = await retried(context, () => page(asked));
    if (result.kind === 'failed') throw hostError(`the list of jobs at ${port.endpoint} cannot be read`, result);
    const { jobs, next, isWhole }: JobPage = result.value;
    if (!isWhole) throw incompleteList(port.endpoint);
    for (const each of jobs) if (isOurs(each, job)) found.set(each.id, each);
    if (next === null) return [...found.values()];
    seen.add(cursor);
    if (seen.has(next)) throw incompleteList(port.endpoint);
    cursor = next;
  }
  throw incompleteList(port.endpoint);
}

function incompleteList(endpoint: string): AppError {
  return new AppError('job-list-incomplete', `the list of jobs at ${endpoint} is incomplete`, {
    hint: 'nothing was submitted: the job may exist already. Run the same command again, or look at the page of the host',
  });
}

/**
 * Searches the host's list for the job. `looks`: 2 when a request may have been accepted without an answer, with a pause between
 * them. Throws when the list cannot be read to its end: then nobody knows whether there is a job.
 */
export async function findAtHost(context: JobContext, job: Job, looks: 1 | 2): Promise<HostJob | null> {
  for (let number = 1; ; number += 1) {
    throwIfStopped(context);
    const found = await look(context, job);
    const [best, ...others] = found.toSorted((a, b) => preference.indexOf(a.state) - preference.indexOf(b.state));
    if (best !== undefined) {
      if (others.length > 0) {
        context.note(
          `the host has ${found.length} jobs of this key; ${best.id} is used, see ${others.map(({ id }) => id).join(', ')}`,
        );
      }
      return best;
    }
    if (number === looks) return null;
    context.note('no answer came to the request that starts the job: looking again in 30 s whether the host has it');
    await context.clock.wait(pauseBetweenLooksMs, context.stop);
  }
}
