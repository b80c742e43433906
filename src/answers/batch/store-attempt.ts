import type { Attempt, Failure } from '../../domain/answer.ts';
import { answerCost } from '../../domain/price.ts';
import type { RunId } from '../../domain/run-config.ts';
import type { BatchResult } from '../../models/batch-port.ts';
import type { BatchJob } from '../jobs/batch-job.ts';
import { againName } from '../plan/task-parts.ts';
import { type BatchContext, modelOf } from './batch-context.ts';
import type { PlacedCall } from './open-calls.ts';

/** Answers that are stored in one group, so that they share commits. */
export const storedAtOnce = 256;

type Storing = Pick<BatchContext, 'store' | 'prepared'>;

/** A reply that a job has brought. */
interface Brought {
  readonly job: Pick<BatchJob, 'intended' | 'startedAt' | 'submittingAt'>;
  readonly open: PlacedCall;
  readonly attempt: Attempt;
}

/** Returns the first answer among the results of a call; the first failure if there is none. */
export async function bestAttempt(
  results: readonly Pick<BatchResult, 'attempt'>[],
  { request }: PlacedCall,
): Promise<Attempt> {
  const attempts = await Promise.all(results.map(({ attempt }) => attempt(request)));
  const [first] = attempts;
  if (first === undefined) throw new Error('a call without a result');
  return attempts.find(({ kind }) => kind !== 'failed') ?? first;
}

/** Stores an answer or a failure. `doubled`: the call has an answer, which stays. */
export async function storeAttempt(
  context: Storing,
  { job, open, attempt }: Brought,
): Promise<'stored' | 'doubled' | 'failed'> {
  if (attempt.kind === 'failed') {
    await putFailure(context, open, attempt, job.startedAt);
    return 'failed';
  }
  const { model, price } = modelOf(context, open.target.identity);
  const full = answerCost(attempt, price);
  const cost = full === null ? null : full * (model.batch?.priceFactor ?? 1);
  const askedAt = job.submittingAt ?? job.startedAt;
  const latencyMs = Math.max(0, Date.now() - Date.parse(askedAt));
  const { key, text: call, failure } = open;
  const run = context.prepared.id;
  const part = failure === null ? open.part : againPart(run, job.intended.number);
  const answer = { key, call, run, cost, answer: attempt, askedAt, latencyMs, attempts: 1, part };
  return (await context.store.insertAnswer(answer)) === 'inserted' ? 'stored' : 'doubled';
}

/**
 * Stores why a call has no answer, so that it stays open. `since`: time (ISO 8601) of the job that brought the failure, which is
 * not older, whatever the clock says.
 */
export async function putFailure(
  { store, prepared }: Storing,
  { key }: Pick<PlacedCall, 'key'>,
  failure: Failure,
  since = '',
): Promise<void> {
  const now = new Date().toISOString();
  await store.putFailure({ key, run: prepared.id, failure, attempts: 1, failedAt: now > since ? now : since });
}

/** Returns the part of the calls that had failed and that a job of the run sends again; of all such jobs without a number. */
export function againPart(run: RunId, number?: number): string {
  return againName(run, number === undefined ? 'batch' : `batch ${number}`);
}
