import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** What the answers of a store are, in short: equal while no answer and no failure is added, replaced or removed. */
export interface AnswersState {
  readonly lastBlock: number;
  readonly answers: number;
  /** Hash of the failures of calls without an answer. */
  readonly failures: string;
}

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
