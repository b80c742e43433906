import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { retryTransient } from '../database/retry-transient.ts';
import { ended } from '../lease-owner.ts';
import type { EndpointShare, ShareRequest } from '../store.ts';

/** Number of the lock under which shares change; arbitrary. */
const sharesLock = 7_305_172;

/**
 * Adjusts the calls in flight that a worker may have at an endpoint: at most the maximum divided by the workers there,
 * and what the others leave of it. A share never shrinks here: its worker gives back what it does not use as `held`.
 * Ends the leases of workers that have expired and takes their shares.
 */
export async function endpointShare(
  database: Database,
  owner: string,
  { endpoint, held, maxInFlight }: ShareRequest,
): Promise<EndpointShare> {
  const { db, sql: dialect } = database;
  const atEndpoint = db.selectFrom('endpoint_shares').where('endpoint', '=', endpoint);
  const expired = db
    .updateTable('leases')
    .set({ expires_at: ended })
    .where('expires_at', '<=', dialect.now)
    .where('owner', '<>', owner)
    .where('owner', 'in', atEndpoint.select('owner'));
  const gone = db
    .deleteFrom('endpoint_shares')
    .where('owner', '<>', owner)
    .where('owner', 'not in', db.selectFrom('leases').select('owner').where('expires_at', '>', ended));
  const workers = sql<number>`(${atEndpoint.select(sql`count(*)`.as('workers'))})`;
  // with more workers than calls in flight, the first ones have one each, and the others wait until one of these leaves
  const fair = sql<number>`(case when ${workers} > ${sql.lit(maxInFlight)} then 1 else ${sql.lit(maxInFlight)} / ${workers} end)`;
  const others = atEndpoint.where('owner', '<>', owner).select(sql`coalesce(sum(granted), 0)`.as('granted'));
  const free = sql<number>`(${sql.lit(maxInFlight)} - (${others}))`;
  const granted = sql<number>`case when ${fair} <= ${sql.lit(held)} then ${sql.lit(held)}
    when ${free} < ${fair} then case when ${free} < ${sql.lit(held)} then ${sql.lit(held)} else ${free} end
    else ${fair} end`;
  const mine = db.updateTable('endpoint_shares').where('endpoint', '=', endpoint).where('owner', '=', owner);
  const queries = [
    dialect.mutex(sharesLock).compile(db),
    expired.compile(),
    gone.compile(),
    db
      .insertInto('endpoint_shares')
      .values({ endpoint, owner, granted: 0 })
      .onConflict((conflict) => conflict.columns(['endpoint', 'owner']).doNothing())
      .compile(),
    mine.set({ granted }).returning('granted').compile(),
    atEndpoint.select(sql<number | string>`count(*)`.as('workers')).compile(),
  ];
  const rows = await retryTransient(database, () => database.commit(queries));
  return { granted: Number(rows[4]?.[0]?.granted ?? 0), workers: Number(rows[5]?.[0]?.workers ?? 1) };
}
