import type { HostResult } from '../../models/failures/host-result.ts';
import { AppError } from '../../util/app-error.ts';
import type { HostJob, HostState, JobPage } from '../hosts/port.ts';
import { type Job, jobTag } from './job.ts';
import { hostError, type JobContext, retried, throwIfStopped } from './job-context.ts';

/** Milliseconds between searches: a job may appear in the list some time after its request. */
const pauseBetweenLooksMs = 30_000;

/** Maximum pages of a list, for a host that always announces another page. */
const maxPages = 1000;

/** Order in which one of several jobs of a key is kept: one that succeeded, then one that may still succeed. */
const preference: readonly HostState[] = ['succeeded', 'running', 'paused', 'waiting', 'failed', 'cancelled'];

/**
 * Returns whether a job of the host belongs to this key and attempt: it has the id of the job, its labels contain the
 * tag, or its files were uploaded for it.
 */
function isOurs(hostJob: HostJob, job: Job): boolean {
  if (job.earlierIds.includes(hostJob.id)) return false;
  if ('id' in job.state && hostJob.id === job.state.id) return true;
  const tag = jobTag(job);
  if (hostJob.labels.some((label) => label.includes(tag))) return true;
  const { train } = job.files;
  return train !== null && hostJob.files.includes(train);
}

/**
 * Returns whether the reply to a request that starts a job describes a job of other files: it lists files, none of them
 * is ours, and no label contains our tag. A host that returns neither is believed.
 */
export function describesOtherJob(reply: HostJob, job: Job): boolean {
  return job.earlierIds.includes(reply.id) || (reply.files.length > 0 && !isOurs(reply, job));
}

async function look(context: JobContext, job: Job): Promise<readonly HostJob[]> {
  const { port } = context;
  const { page } = port;
  if (page === null) return [];
  const found = new Map<string, HostJob>();
  let cursor: string | null = null;
  const seen = new Set<string | null>();
  const ids = new Set<string>();
  for (let pages = 0; pages < maxPages; pages += 1) {
    const asked: string | null = cursor;
    const result: HostResult<JobPage> = await retried(context, () => page(asked));
    if (result.kind === 'failed') throw hostError(`the list of jobs at ${port.endpoint} cannot be read`, result);
    const { jobs, next, isWhole }: JobPage = result.value;
    if (!isWhole) throw incompleteList(port.endpoint);
    const isRepeated = jobs.length > 0 && jobs.every(({ id }) => ids.has(id)); // the host ignores the cursor
    for (const each of jobs) {
      ids.add(each.id);
      if (isOurs(each, job)) found.set(each.id, each);
    }
    if (next === null) return [...found.values()];
    seen.add(cursor);
    if (isRepeated || seen.has(next)) throw incompleteList(port.endpoint);
    cursor = next;
  }
  throw incompleteList(port.endpoint);
}

function incompleteList(endpoint: string): AppError {
  return new AppError('job-list-incomplete', `the list of jobs at ${endpoint} is incomplete`, {
    hint: 'nothing was submitted, because the job may already exist. Run the same command again, or check the web page of the host',
  });
}

/**
 * Searches the host's list for the job. `looks`: 2 after a request that may have been accepted without a reply, with a
 * pause between the searches. Throws when the list cannot be read to its end, because it is then unknown whether a job
 * exists.
 */
export async function findAtHost(context: JobContext, job: Job, looks: 1 | 2): Promise<HostJob | null> {
  for (let number = 1; ; number += 1) {
    throwIfStopped(context);
    const found = await look(context, job);
    const [best, ...others] = found.toSorted((a, b) => preference.indexOf(a.state) - preference.indexOf(b.state));
    if (best !== undefined) {
      if (others.length > 0) {
        context.note(
          `the host has ${found.length} jobs with this key; using ${best.id}, ignoring ${others.map(({ id }) => id).join(', ')}`,
        );
      }
      return best;
    }
    if (number === looks) return null;
    context.note('no response to the request that starts the job; checking the host for the job again in 30 s');
    await context.clock.wait(pauseBetweenLooksMs, context.stop);
  }
}
