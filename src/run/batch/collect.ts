import type { Attempt, Failure } from '../../domain/answer.ts';
import { answerCost } from '../../domain/price.ts';
import type { BatchResult, HostBatch } from '../../models/batch/batch-port.ts';
import { failed } from '../../models/failure.ts';
import { type BatchContext, modelOf, portOf, repeated, throwIfEnded } from './batch-context.ts';
import { type BatchJob, recordBatch } from './batch-job.ts';
import type { OpenCall } from './open-calls.ts';

/** Answers that are stored in one group, so that they share commits. */
const storedAtOnce = 256;

/**
 * Fetches a submitted job if it has ended, stores what it brought and resolves to its state. A call that failed, expired
 * or is missing stays open with its reason. The job is collected only after its last result is stored.
 */
export async function collectBatch(
  context: BatchContext,
  job: BatchJob,
  calls: ReadonlyMap<string, OpenCall>,
): Promise<BatchJob> {
  if (job.state.kind !== 'submitted') return job;
  const { id } = job.state;
  const { note } = context;
  const port = await portOf(context, job.intended.model);
  const polled = await repeated(context, () => port.job(id));
  if (polled.kind === 'failed') {
    note(`the state of batch ${id} is currently unknown: ${polled.message}`);
    return job;
  }
  const host = polled.value;
  if (host.id !== id || host.state === 'pending') return job;
  const results = await repeated(context, () => port.results(host));
  if (results.kind === 'failed') return await withoutResults(context, job, { host, failure: results });
  const { size } = new Set(results.value.map(({ id: call }) => call));
  if (host.results !== null && size < host.results) {
    note(
      `batch ${id} announces ${host.results} results, but its files have ${size}: they were cut; trying again later`,
    );
    return job;
  }
  return await stored(context, job, { host, results: results.value, calls });
}

interface Ended {
  readonly host: HostBatch;
  readonly results: readonly BatchResult[];
  readonly calls: ReadonlyMap<string, OpenCall>;
}

async function stored(context: BatchContext, job: BatchJob, { host, results, calls }: Ended): Promise<BatchJob> {
  const { store, note } = context;
  const counts = { stored: 0, doubled: 0, failed: 0 };
  const ours = new Set(job.intended.calls);
  const seen = new Set<string>();
  let group: Promise<keyof typeof counts>[] = [];
  const settle = async () => {
    for (const outcome of await Promise.all(group)) counts[outcome] += 1;
    group = [];
  };
  for (const { id, attempt } of results) {
    if (!ours.has(id)) continue;
    const open = calls.get(id);
    if (seen.has(id) || open === undefined) counts.doubled += 1;
    else group.push(attempt(open.request).then((each) => storeAttempt(context, { job, open, attempt: each })));
    seen.add(id);
    if (group.length < storedAtOnce) continue;
    await settle();
    throwIfEnded(context);
  }
  await settle();
  const missing = job.intended.calls.filter((id) => !seen.has(id));
  const why = failed('server-error', `batch ${host.id} (${host.word}) has no result for this call`);
  for (const id of missing) {
    const open = calls.get(id);
    if (open !== undefined) await putFailure(context, open, why);
  }
  if (host.word !== 'completed' && host.reason !== null) note(`batch ${host.id} is ${host.word}: ${host.reason}`);
  return await recordBatch(store, job, { kind: 'collected', word: host.word, ...counts, missing: missing.length });
}

interface Brought {
  readonly job: BatchJob;
  readonly open: OpenCall;
  readonly attempt: Attempt;
}

async function storeAttempt(
  context: BatchContext,
  { job, open, attempt }: Brought,
): Promise<'stored' | 'doubled' | 'failed'> {
  if (attempt.kind === 'failed') {
    await putFailure(context, open, attempt);
    return 'failed';
  }
  const { model, price } = modelOf(context, job.intended.model);
  const full = answerCost(attempt, price);
  const cost = full === null ? null : full * (model.batch?.priceFactor ?? 1);
  const askedAt = job.submittingAt ?? job.startedAt;
  const latencyMs = Math.max(0, Date.now() - Date.parse(askedAt));
  const { key, text: call } = open;
  const answer = { key, call, run: context.prepared.id, cost, answer: attempt, askedAt, latencyMs, attempts: 1 };
  return (await context.store.insertAnswer(answer)) === 'inserted' ? 'stored' : 'doubled';
}

async function putFailure({ store, prepared }: BatchContext, { key }: OpenCall, failure: Failure): Promise<void> {
  await store.putFailure({ key, run: prepared.id, failure, attempts: 1, failedAt: new Date().toISOString() });
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
