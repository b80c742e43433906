import type { BatchPage, BatchPort, HostBatch } from '../../models/batch-port.ts';
import type { HostResult } from '../../models/failures/host-result.ts';
import { AppError } from '../../util/app-error.ts';
import { type BatchJob, batchJobs, batchTag } from '../jobs/batch-job.ts';
import { type BatchContext, repeated } from './batch-context.ts';

const maxPages = 1000;
/** Milliseconds by which the clocks of host and machine may differ. */
const clockDifferenceMs = 10 * 60_000;

/** Where an unresolved job is: at the host, not there, or perhaps one of the jobs that have not ended. */
export type Found =
  | { readonly kind: 'found'; readonly job: HostBatch }
  | { readonly kind: 'absent' }
  | { readonly kind: 'undecided'; readonly candidates: number };

/** Searches the host for a job whose creation got no reply. AppError when its list cannot be read to its end. */
export async function findBatch(context: BatchContext, port: BatchPort, job: BatchJob): Promise<Found> {
  const listed = await readList(context, port);
  if (port.foundBy === 'label') {
    const tag = batchTag(job);
    const found = listed.find(({ labels, file }) => labels.includes(tag) || (job.file !== null && file === job.file));
    return found === undefined ? { kind: 'absent' } : { kind: 'found', job: found };
  }
  return await findByResults(context, { port, job, listed });
}

/** A host without labels: a candidate began after the intent with as many requests, and its results have our ids. */
async function findByResults(
  context: BatchContext,
  { port, job, listed }: { readonly port: BatchPort; readonly job: BatchJob; readonly listed: readonly HostBatch[] },
): Promise<Found> {
  const known = new Set((await batchJobs(context.store, null)).map(({ state }) => ('id' in state ? state.id : '')));
  const since = Date.parse(job.submittingAt ?? job.startedAt) - clockDifferenceMs;
  const candidates = listed.filter(
    ({ id, createdAt, requests }) =>
      !known.has(id) &&
      (createdAt === null || createdAt >= since) &&
      (requests === null || requests === 0 || requests === job.intended.calls.length),
  );
  const ours = new Set(job.intended.calls);
  for (const candidate of candidates.filter(({ state }) => state === 'ended')) {
    const results = await repeated(context, () => port.results(candidate));
    if (results.kind === 'ok' && results.value.results.some(({ id }) => ours.has(id)))
      return { kind: 'found', job: candidate };
  }
  const pending = candidates.filter(({ state }) => state === 'pending').length;
  return pending === 0 ? { kind: 'absent' } : { kind: 'undecided', candidates: pending };
}

async function readList(context: BatchContext, port: BatchPort): Promise<readonly HostBatch[]> {
  const all = new Map<string, HostBatch>();
  let cursor: string | null = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const asked: string | null = cursor;
    const result: HostResult<BatchPage> = await repeated(context, () => port.page(asked));
    if (result.kind === 'failed') throw incompleteList(port, result.message);
    const { jobs, next, isWhole }: BatchPage = result.value;
    if (!isWhole) throw incompleteList(port, 'announced jobs are missing');
    const isRepeated = jobs.length > 0 && jobs.every(({ id }) => all.has(id));
    for (const job of jobs) all.set(job.id, job);
    if (next === null) return [...all.values()];
    if (isRepeated) throw incompleteList(port, 'a page came twice');
    cursor = next;
  }
  throw incompleteList(port, 'it has no end');
}

function incompleteList({ endpoint }: BatchPort, why: string): AppError {
  return new AppError('job-list-incomplete', `the list of batches at ${endpoint} cannot be read to its end: ${why}`, {
    hint: 'nothing was submitted, because the job may already exist; `seb collect` tries again',
  });
}
