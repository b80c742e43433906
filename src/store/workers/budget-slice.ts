import { sql } from 'kysely';
import type { RunId } from '../../domain/run-config.ts';
import type { Database } from '../database/database.ts';
import { retryTransient } from '../database/retry-transient.ts';
import { ended } from '../lease-owner.ts';
import type { Slice, SliceRequest } from '../store.ts';
import { workersOf } from './worker-key.ts';

/** Number of the lock under which slices change; arbitrary. */
const slicesLock = 7_305_173;

/** A worker draws at most this share of the free dollars divided by the workers, or one call. */
const shareOfFree = 4;

/**
 * Draws a slice of a run's budget for a worker's calls in flight: `needed` dollars or more if what is spent, possibly
 * charged and drawn by the other workers leaves them; otherwise the worker keeps only `held`. Ends the leases of workers
 * that have expired, and counts what they had drawn as a possible charge.
 */
export async function budgetSlice(
  database: Database,
  { run, owner }: { readonly run: RunId; readonly owner: string },
  { limit, needed, held }: SliceRequest,
): Promise<Slice> {
  const { db, sql: dialect } = database;
  const workers = db.selectFrom('leases').where(workersOf(run));
  const changed = db.updateTable('leases').where(workersOf(run));
  const expired = changed.set({ expires_at: ended }).where('expires_at', '<=', dialect.now).where('owner', '<>', owner);
  const lost = workers.where('expires_at', '=', ended).where('reserved', '>', 0);
  const charge = lost.select([sql<string>`'held ' || owner`.as('id'), sql.val(run).as('run'), 'reserved as dollars']);
  const spent = db.selectFrom('answers').where('run', '=', run).select(sql`coalesce(sum(cost), 0)`.as('dollars'));
  const charged = db.selectFrom('charges').where('run', '=', run).select(sql`coalesce(sum(dollars), 0)`.as('dollars'));
  const drawn = workers.where('owner', '<>', owner).select(sql`coalesce(sum(reserved), 0)`.as('dollars'));
  const live = workers.where('expires_at', '>', ended).select(sql`count(*)`.as('workers'));
  const number = (value: number) => sql<number>`cast(${sql.lit(value)} as double precision)`;
  const free = sql<number>`(${number(limit)} - (${spent}) - (${charged}) - (${drawn}))`;
  const share = sql<number>`(${free} / (${sql.lit(shareOfFree)} * (${live})))`;
  const slice = sql<number>`case when ${free} < ${number(needed)} then ${number(held)}
    when ${share} > ${number(needed)} then ${share} else ${number(needed)} end`;
  const mine = changed.where('owner', '=', owner).where('expires_at', '>', ended);
  const queries = [
    dialect.mutex(slicesLock).compile(db),
    expired.compile(),
    db.insertInto('charges').columns(['id', 'run', 'dollars']).expression(charge).compile(),
    changed.set({ reserved: 0 }).where('expires_at', '=', ended).compile(),
    mine.set({ reserved: slice }).returning('reserved').compile(),
    workers
      .where('owner', '=', owner)
      .select([free.as('free'), sql<number>`(${drawn})`.as('others')])
      .compile(),
  ];
  const rows = await retryTransient(database, () => database.commit(queries));
  const { free: left, others } = rows[5]?.[0] ?? {};
  return { granted: Number(rows[4]?.[0]?.reserved ?? 0), free: Number(left ?? 0), others: Number(others ?? 0) };
}
