import type { BatchPort, BatchRequest } from '../../models/batch-port.ts';
import { unclearCodes } from '../../models/failures/retry-rules.ts';
import { untilCurrent } from '../../store/current-lease.ts';
import { AppError } from '../../util/app-error.ts';
import { pause } from '../../util/waiting.ts';
import { type BatchJob, batchTag, recordBatch } from '../jobs/batch-job.ts';
import { type BatchContext, portOf, repeated, throwIfEnded } from './batch-context.ts';
import { findBatch } from './find-batch.ts';

/**
 * Brings a job to its host exactly once, whatever happened before, and resolves to its state. Nothing is sent again
 * before a search of the host's list; a host without labels never gets a second request.
 */
export async function submitBatch(
  context: BatchContext,
  start: BatchJob,
  requests: readonly BatchRequest[],
): Promise<BatchJob> {
  const port = await portOf(context, start.intended.model);
  let job = start;
  for (let sent = 0; ; ) {
    throwIfEnded(context);
    if (job.state.kind === 'unresolved') {
      job = await resolved(context, port, job);
      if (job.state.kind === 'unresolved' && (port.foundBy === 'results' || sent > 1)) return job;
    }
    if (job.state.kind !== 'intended' && job.state.kind !== 'unresolved') return job;
    if (requests.length === 0)
      return await recordBatch(context.store, job, { kind: 'refused', reason: 'every call has an answer' });
    job = await uploaded(context, { port, job, requests });
    throwIfEnded(context);
    job = await recordBatch(context.store, job, { kind: 'submitting' });
    await untilCurrent(context.lease, context.stop);
    throwIfEnded(context);
    sent += 1;
    const created = await port.create({ tag: batchTag(job), file: job.file, requests });
    if (created.kind === 'ok') {
      const { id, deadline } = created.value;
      return await recordBatch(context.store, job, { kind: 'submitted', id, adopted: false, deadline });
    }
    if (!unclearCodes.has(created.code)) {
      await recordBatch(context.store, job, { kind: 'refused', reason: created.message });
      throw new AppError('batch-refused', `the host rejected the batch: ${created.message}`, {
        hint: 'nothing was submitted; `seb collect` tries again',
      });
    }
    context.note(`the request that creates the batch got no clear response: ${created.message}`);
  }
}

/** Searches for an unresolved job, twice at a host with labels. Unchanged where it is absent or undecided. */
async function resolved(context: BatchContext, port: BatchPort, job: BatchJob): Promise<BatchJob> {
  const { store, note, pace, stop, resubmit } = context;
  for (let look = 1; ; look += 1) {
    const found = await findBatch(context, port, job);
    if (found.kind === 'found') {
      const { id, deadline } = found.job;
      return await recordBatch(store, job, { kind: 'submitted', id, adopted: true, deadline });
    }
    if (found.kind === 'undecided') {
      note(`${found.candidates} batches at ${port.endpoint} may be this job; nothing is sent again while they run`);
      return job;
    }
    if (port.foundBy === 'results') {
      if (resubmit) return await recordBatch(store, job, { kind: 'refused', reason: 'given up by the user' });
      note(
        `${port.endpoint} shows no batch of this job, but may still have it: check its web page, then add --resubmit`,
      );
      return job;
    }
    if (look === 2) return job;
    await pause(pace.searchAgainMs, stop);
    throwIfEnded(context);
  }
}

async function uploaded(
  context: BatchContext,
  {
    port,
    job,
    requests,
  }: { readonly port: BatchPort; readonly job: BatchJob; readonly requests: readonly BatchRequest[] },
): Promise<BatchJob> {
  const { upload } = port;
  if (upload === null || job.file !== null) return job;
  const name = `${batchTag(job)}.jsonl`;
  const result = await repeated(context, () => upload({ name, requests }));
  if (result.kind === 'ok') return await recordBatch(context.store, job, { kind: 'uploaded', file: result.value });
  throw new AppError('batch-refused', `the file of the batch cannot be uploaded: ${result.message}`, {
    hint: 'nothing was submitted; `seb collect` tries again',
  });
}
