import type { RunId } from '../../domain/run-config.ts';
import { defaultStoreLocation, parseStoreLocation } from '../../store/location.ts';
import { connectionUrl } from '../../store/postgres/connection-url.ts';
import { isRecord } from '../../util/is-record.ts';

/** Blocks of a run that are waiting and that workers hold. */
export interface QueuedBlocks {
  readonly run: RunId;
  readonly waiting: number;
  readonly held: number;
}

/** Begins the name of a run's queue. */
export const queuePrefix = 'seb-';

/** Query of the blocks that are not done, by queue, the one with the oldest block first. */
export const queuedBlocksQuery = {
  text: `select name, count(*) filter (where state <> 'active') as waiting, count(*) filter (where state = 'active') as held
         from pgboss.job where state < 'completed' and name like $1 group by name order by min(created_on)`,
  values: [`${queuePrefix}%`],
};

/** Returns the rows of `queuedBlocksQuery` as counts. */
export function queuedBlocksFrom(rows: readonly unknown[]): readonly QueuedBlocks[] {
  return rows.filter(isRecord).map((row) => ({
    run: String(row.name).slice(queuePrefix.length) as RunId, // a queue is named after its run
    waiting: Number(row.waiting),
    held: Number(row.held),
  }));
}

/** Returns the blocks in the queue of a store. Needs no pg-boss and creates nothing: a store without a queue has none. */
export async function readQueuedBlocks(location: string | undefined): Promise<readonly QueuedBlocks[]> {
  const parsed = parseStoreLocation(location ?? defaultStoreLocation());
  if (parsed.kind === 'sqlite') return [];
  const { Client } = (await import('pg')).default; // not loaded for SQLite
  const client = new Client({
    connectionString: connectionUrl(parsed),
    application_name: 'seb',
    query_timeout: 60_000,
  });
  client.on('error', () => {}); // the query that fails reports it
  await client.connect();
  try {
    const { rows } = await client.query("select to_regclass('pgboss.job') is not null as exists");
    if (!isRecord(rows[0]) || rows[0].exists !== true) return [];
    return queuedBlocksFrom((await client.query(queuedBlocksQuery)).rows);
  } finally {
    await client.end();
  }
}
