import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { RunId } from '../../domain/run-config.ts';
import type { Database } from '../database/database.ts';
import { retryTransient } from '../database/retry-transient.ts';

/** Stores the dollars that a failed attempt may have cost. Resolves when they are on disk. */
export async function putPossibleCharge(database: Database, run: RunId, dollars: number): Promise<void> {
  const insertion = database.db
    .insertInto('charges')
    .values({ id: randomUUID(), run, dollars })
    .onConflict((conflict) => conflict.column('id').doNothing()) // if the commit is retried
    .compile();
  await retryTransient(database, () => database.commit([insertion]));
}

/** Returns the sum of the dollars that a run's failed attempts may have cost. */
export async function possibleCharges({ db }: Database, run: RunId): Promise<number> {
  const { dollars } = await db
    .selectFrom('charges')
    .select(sql<number | null>`sum(dollars)`.as('dollars'))
    .where('run', '=', run)
    .executeTakeFirstOrThrow();
  return dollars ?? 0;
}
