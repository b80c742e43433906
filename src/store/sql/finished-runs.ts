import { sql } from 'kysely';
import type { RunId } from '../../domain/run-config.ts';
import type { Database } from '../database/database.ts';
import { parseRow, payersSchema } from '../database/rows.ts';
import { refuseUnknown, statusUpdate } from '../records/runs.ts';
import type { Finished, StoredFinish } from '../store.ts';

/**
 * Sets the run's status, and stores how many answers its payers have in the blocks so far. Answers are only added in
 * new blocks, so this count changes only if some are removed.
 */
export async function finish(
  { db, commit }: Database,
  run: RunId,
  { calls, contributingRuns: payers }: Finished,
): Promise<void> {
  const paid = [...payers].toSorted();
  const blocks = db.selectFrom('blocks').select(sql<number>`coalesce(max(id), 0)`.as('last'));
  const answers = db.selectFrom('answers').select(({ fn }) => fn.countAll<number>().as('count'));
  const insertion = db
    .insertInto('completions')
    .values({
      run,
      calls,
      payers: JSON.stringify(paid),
      last_block: blocks,
      answers: paid.length === 0 ? 0 : answers.where('run', 'in', paid),
    })
    .onConflict((conflict) =>
      conflict.column('run').doUpdateSet((row) => ({
        calls: row.ref('excluded.calls'),
        payers: row.ref('excluded.payers'),
        last_block: row.ref('excluded.last_block'),
        answers: row.ref('excluded.answers'),
      })),
    );
  const [rows] = await commit([statusUpdate(db, run, 'finished'), insertion.compile()]);
  refuseUnknown(run, rows);
}

/**
 * Returns the completion of a run; null if the count has changed: an answer is gone, or (on a server) a block was
 * committed late.
 */
export async function finished({ db }: Database, run: RunId): Promise<StoredFinish | null> {
  const row = await db.selectFrom('completions').selectAll().where('run', '=', run).executeTakeFirst();
  if (row === undefined) return null;
  const payers = parseRow(payersSchema, row.payers, `who paid for run ${run}`) as RunId[]; // written from RunIds
  const stored = { calls: row.calls, lastBlock: Number(row.last_block), answers: row.answers };
  if (payers.length === 0) return { ...stored, contributingRuns: new Set() };
  const { count } = await db
    .selectFrom('answers')
    .select(({ fn }) => fn.countAll<number | string>().as('count')) // PostgreSQL returns counts as text
    .where('run', 'in', payers)
    .where('block', '<=', row.last_block)
    .executeTakeFirstOrThrow();
  return Number(count) === row.answers ? { ...stored, contributingRuns: new Set(payers) } : null;
}
