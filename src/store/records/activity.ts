import { sql } from 'kysely';
import type { FailureCode } from '../../domain/answer.ts';
import type { RunId } from '../../domain/run-config.ts';
import type { Database } from '../database/database.ts';
import { failureSchema, parseRow } from '../database/rows.ts';
import { isLive } from '../lease-owner.ts';
import type { RunActivity } from '../run-activity.ts';
import { ofRun } from '../workers/worker-key.ts';

/** Maximum number of failures that are counted for a run. */
const maxFailures = 10_000;

/** Returns the counts of a run so far. */
export async function runActivity({ db, sql: dialect, owners }: Database, run: RunId): Promise<RunActivity> {
  const { answers } = await db
    .selectFrom('answers')
    .select(sql<number | string>`count(*)`.as('answers')) // PostgreSQL returns counts as text
    .where('run', '=', run)
    .executeTakeFirstOrThrow();
  const last = await db
    .selectFrom('blocks')
    .select(sql<number>`coalesce(max(id), 0)`.as('id'))
    .executeTakeFirstOrThrow();
  const failed = await db.selectFrom('failures').select('failure').where('run', '=', run).limit(maxFailures).execute();
  const holders = await db
    .selectFrom('leases')
    .select(['run', 'owner', 'host', 'pid', 'expires_at', ({ eb }) => eb('expires_at', '>', dialect.now).as('valid')])
    .where(ofRun(run))
    .execute();
  const live = holders.filter((holder) => isLive(owners, holder, Boolean(holder.valid)));
  const failures: Partial<Record<FailureCode, number>> = {};
  for (const { failure } of failed) {
    const { code } = parseRow(failureSchema, failure, `a failure of run ${run}`).failure;
    failures[code] = (failures[code] ?? 0) + 1;
  }
  return {
    answers: Number(answers),
    lastBlock: Number(last.id),
    failures,
    live: live.length > 0,
    alone: live.some((holder) => holder.run === run),
    workers: live.filter((holder) => holder.run !== run).length,
  };
}
