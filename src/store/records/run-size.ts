import { sql } from 'kysely';
import type { RunId } from '../../domain/run-config.ts';
import type { Database } from '../database/database.ts';
import type { RunSize } from '../store.ts';

/** Returns how many answers a run paid for, and the bytes of the blocks that hold them. */
export async function runSize({ db }: Pick<Database, 'db'>, id: RunId): Promise<RunSize> {
  const { answers } = await db
    .selectFrom('answers')
    .select(({ fn }) => fn.countAll().as('answers'))
    .where('run', '=', id)
    .executeTakeFirstOrThrow();
  const own = db.selectFrom('answers').select('block').where('run', '=', id);
  const { bytes } = await db
    .selectFrom('blocks')
    .select(sql<number | string | null>`sum(length(bytes))`.as('bytes'))
    .where('id', 'in', own)
    .executeTakeFirstOrThrow();
  return { answers: Number(answers), bytes: Number(bytes ?? 0) };
}
