import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { AnswersState } from '../outcomes-to-keep.ts';

/** Returns the state of all answers of the store. */
export async function answersState({ db }: Pick<Database, 'db'>): Promise<AnswersState> {
  const { last } = await db
    .selectFrom('blocks')
    .select(sql<number>`coalesce(max(id), 0)`.as('last'))
    .executeTakeFirstOrThrow();
  const { count } = await db
    .selectFrom('answers')
    .select(({ fn }) => fn.countAll<number | string>().as('count')) // PostgreSQL returns counts as text
    .executeTakeFirstOrThrow();
  const hash = createHash('sha256');
  for (const { key, failure } of await db.selectFrom('failures').select(['key', 'failure']).orderBy('key').execute())
    hash.update(`${key}\n${failure}\n`);
  return { lastBlock: Number(last), answers: Number(count), failures: hash.digest('hex') };
}
