import type { Failure } from '../../domain/answer.ts';
import type { BatchResult, BatchResults, HostBatch } from '../../models/batch-port.ts';
import { failed } from '../../models/failures/failure.ts';
import { counted } from '../../util/numbers.ts';
import { pause } from '../../util/waiting.ts';
import { type BatchJob, recordBatch } from '../jobs/batch-job.ts';
import { type BatchContext, portOf, repeated, throwIfEnded } from './batch-context.ts';
import type { PlacedCall } from './open-calls.ts';
import { bestAttempt, putFailure, storeAttempt, storedAtOnce } from './store-attempt.ts';

/** Number of times that files without all results are read in one pass. */
const maxLooks = 3;

/**
 * Fetches a submitted job if it has ended, stores its answers and resolves to its state. A call that failed, expired or is
 * missing stays open with its reason. If the host's files lack results, the answers in them are stored, and the job stays
 * submitted as long as a pass finds new ones; then it is collected without the rest.
 */
export async function collectBatch(
  context: BatchContext,
  job: BatchJob,
  calls: ReadonlyMap<string, PlacedCall>,
): Promise<BatchJob> {
  if (job.state.kind !== 'submitted') return job;
  const { id } = job.state;
  const { note, pace, stop } = context;
  const port = await portOf(context, job.intended.model);
  const polled = await repeated(context, () => port.job(id));
  if (polled.kind === 'failed') {
    note(`the state of batch ${id} is currently unknown: ${polled.message}`);
    return job;
  }
  const host = polled.value;
  if (host.id !== id || host.state === 'pending') return job;
  for (let look = 1; ; look += 1) {
    const read = await repeated(context, () => port.results(host));
    if (read.kind === 'failed') return await withoutResults(context, job, { host, failure: read });
    const ended = { host, ...sorted(read.value, job), calls };
    if (look === maxLooks || isComplete(ended, job)) return await stored(context, job, ended);
    await pause(pace.searchAgainMs, stop);
    throwIfEnded(context);
  }
}

/** What a host returned for an ended job. */
interface Ended {
  readonly host: HostBatch;
  /** Results by id of the call; a host may name a call several times. */
  readonly byCall: ReadonlyMap<string, readonly BatchResult[]>;
  /** Results with an id that is not one of the job's calls. */
  readonly strange: number;
  readonly problems: readonly string[];
  readonly calls: ReadonlyMap<string, PlacedCall>;
}

function sorted(
  { results, problems }: BatchResults,
  { intended }: BatchJob,
): Pick<Ended, 'byCall' | 'strange' | 'problems'> {
  const ours = new Set(intended.calls);
  const known = results.filter(({ id }) => ours.has(id));
  return { byCall: Map.groupBy(known, ({ id }) => id), strange: results.length - known.length, problems };
}

/** Returns whether the files hold all results that the host announces, or a result of every call. */
function isComplete(
  { host, byCall, problems }: Pick<Ended, 'host' | 'byCall' | 'problems'>,
  { intended }: BatchJob,
): boolean {
  if (byCall.size === intended.calls.length) return true;
  return problems.length === 0 && (host.results === null || byCall.size >= host.results);
}

async function stored(context: BatchContext, job: BatchJob, ended: Ended): Promise<BatchJob> {
  const { host, byCall, calls } = ended;
  const { store, note } = context;
  const counts = { stored: 0, doubled: 0, failed: 0 };
  let group: Promise<keyof typeof counts>[] = [];
  const settle = async () => {
    for (const outcome of await Promise.all(group)) counts[outcome] += 1;
    group = [];
  };
  for (const [id, results] of byCall) {
    const open = calls.get(id);
    counts.doubled += results.length - 1;
    if (open === undefined) counts.doubled += 1;
    else group.push(bestAttempt(results, open).then((attempt) => storeAttempt(context, { job, open, attempt })));
    if (group.length < storedAtOnce) continue;
    await settle();
    throwIfEnded(context);
  }
  await settle();
  const missing = job.intended.calls.filter((id) => !byCall.has(id));
  const isShort = !isComplete(ended, job);
  if (isShort || ended.strange > 0) note(shortText(ended, { job, ...counts, missing: missing.length }));
  if (isShort && counts.stored > 0) {
    note(`batch ${host.id} stays open, because its files may still be completed; \`seb collect\` reads them again`);
    return job;
  }
  const why = failed('server-error', `batch ${host.id} (${host.word}) has no result for this call`);
  for (const id of missing) {
    const open = calls.get(id);
    if (open !== undefined) await putFailure(context, open, why);
  }
  if (isShort) await putMissingCharge(context, job, missing.length);
  if (host.word !== 'completed' && host.reason !== null) note(`batch ${host.id} is ${host.word}: ${host.reason}`);
  return await recordBatch(store, job, { kind: 'collected', word: host.word, ...counts, missing: missing.length });
}

/** Returns the sentence about a job whose files lack results or name calls of another. */
function shortText(
  { host, strange, problems }: Ended,
  { job, stored, missing }: { readonly job: BatchJob; readonly stored: number; readonly missing: number },
): string {
  const parts = [
    ...problems,
    ...(host.results === null ? [] : [`the host announces ${counted(host.results, 'result')}`]),
    ...(strange === 0
      ? []
      : [`${counted(strange, 'result')} ${strange === 1 ? 'has' : 'have'} the id of no call in it`]),
  ];
  const kept = `${counted(stored, 'new answer')} stored, ${missing} of ${counted(job.intended.calls.length, 'call')} without a result`;
  return `batch ${host.id}: ${kept} (${parts.join('; ')})`;
}

/** Counts the calls whose results the host lost as possibly charged: it may have executed them. */
async function putMissingCharge(
  { store, prepared }: BatchContext,
  { intended }: BatchJob,
  missing: number,
): Promise<void> {
  const dollars = (intended.dollars * missing) / intended.calls.length;
  if (dollars > 0) await store.putPossibleCharge(prepared.id, dollars);
}

/** A job whose results cannot be read: open while another attempt may help, otherwise ended with what it may have cost. */
async function withoutResults(
  context: BatchContext,
  job: BatchJob,
  { host, failure }: { readonly host: HostBatch; readonly failure: Failure },
): Promise<BatchJob> {
  context.note(`the results of batch ${host.id} (${host.word}) cannot be read: ${failure.message}`);
  if (failure.code !== 'not-found') return job;
  if (job.intended.dollars > 0) await context.store.putPossibleCharge(context.prepared.id, job.intended.dollars);
  const missing = job.intended.calls.length;
  return await recordBatch(context.store, job, {
    kind: 'collected',
    word: `${host.word}, files deleted`,
    stored: 0,
    doubled: 0,
    failed: 0,
    missing,
  });
}
