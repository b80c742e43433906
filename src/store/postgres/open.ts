import { Kysely, PostgresDialect, sql } from 'kysely';
import { written } from '../answers/block.ts';
import type { Database } from '../database.ts';
import type { Tables } from '../schema/tables.ts';
import { explain, isPassing } from './errors.ts';

/** Our tables have a schema of their own, so that the database may hold others. */
const schema = 'seb';

/** Any number that other users of the database do not lock by chance. */
const migrationLock = 7_305_171;

/** A server may be set to answer before a commit is on disk. */
const durable =
  "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'";

/** Connects to a PostgreSQL database. `url` may hold credentials; `location` is how it is named in messages. */
export async function openPostgres(url: string, location: string): Promise<Database> {
  const { Pool } = (await import('pg')).default; // not loaded for SQLite
  const pool = new Pool({
    connectionString: url,
    max: 4,
    allowExitOnIdle: true,
    connectionTimeoutMillis: 10_000,
    query_timeout: 60_000,
    keepAlive: true,
    application_name: 'seb',
    // Not Kysely's hook for new connections: when that fails, the connection is never given back, and closing waits.
    onConnect: async (client) => {
      await client.query(durable);
    },
  });
  // A broken connection is reported by the query that it fails, or replaced by the next; the events add nothing.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const bare = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db: bare.withSchema(schema),
    read: async (query) => (await bare.executeQuery(query)).rows,
    commit: (queries) =>
      bare.transaction().execute(async (transaction) => {
        const rows = [];
        for (const query of queries) {
          const parameters = query.parameters.map(written);
          rows.push((await transaction.executeQuery<Record<string, unknown>>({ ...query, parameters })).rows);
        }
        return rows;
      }),
    exclusively: (change) =>
      bare.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction);
        await sql`create schema if not exists ${sql.id(schema)}`.execute(transaction);
        await change(transaction.withSchema(schema));
      }),
    tableNames: async () => {
      const { rows } = await sql<{ name: string }>`
        select tablename as name from pg_tables where schemaname = ${schema}`.execute(bare);
      return new Set(rows.map(({ name }) => name));
    },
    sql: {
      now: sql`floor(extract(epoch from clock_timestamp()) * 1000)::float8`,
      lastBlock: sql`lastval()`, // of this connection; no other table draws from a sequence
      bytesType: 'bytea',
      isIdentity: (column) => column.generatedAlwaysAsIdentity(),
    },
    location,
    inOrder: null, // a transaction may commit after one that began later
    readInPlace: () => {}, // the server has the pages
    explain: (error) => explain(error, location),
    integrityProblems: async () => [], // pages carry checksums, which the server checks as it reads them
    isPassing,
    close: () => bare.destroy(),
  };
}
