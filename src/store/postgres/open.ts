import { Kysely, PostgresDialect, sql } from 'kysely';
import { AppError } from '../../util/app-error.ts';
import { oneLine } from '../../util/text.ts';
import type { Database } from '../database/database.ts';
import { written } from '../database/packed-block.ts';
import type { Tables } from '../database/tables.ts';
import { systemOwners } from '../lease-owner.ts';
import type { PostgresLocation } from '../location.ts';
import { connectionUrl } from './connection-url.ts';
import { explain, isPassing } from './errors.ts';

/** Schema of this program's tables, so that the database may hold other tables. */
const schema = 'seb';

/** Number of the advisory lock; arbitrary, so that other users of the database do not lock it by chance. */
const migrationLock = 7_305_171;

/** Commits only once data is on disk, even where the server's default is faster. */
const durable =
  "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'";

/** Throws an AppError where the URL has settings that `pg` does not read, such as a certificate in a file that is not there. */
function refuseUnreadSettings(read: () => unknown, location: string): void {
  try {
    read(); // connects to nothing
  } catch (cause) {
    const path = cause instanceof Error && 'path' in cause ? ` (${oneLine(String(cause.path), 200)})` : '';
    throw path === ''
      ? new AppError('unknown-store', `the URL of the store ${location} has settings that are not valid`, {
          hint: 'check what stands behind the ?, such as sslmode; write special characters of the password as %XX',
          cause,
        })
      : new AppError('unknown-store', `the URL of the store ${location} names a file that cannot be read${path}`, {
          hint: 'check sslrootcert, sslcert and sslkey in the URL',
          cause,
        });
  }
}

/** Connects to a PostgreSQL database. AppError for settings of the URL that are not read, and if the address is from .env and the password is not. */
export async function openPostgres(place: PostgresLocation): Promise<Database> {
  const [url, location] = [connectionUrl(place), place.shown];
  const { Client, Pool } = (await import('pg')).default; // not loaded for SQLite
  refuseUnreadSettings(() => new Client({ connectionString: url }), location);
  const pool = new Pool({
    connectionString: url,
    max: 4,
    allowExitOnIdle: true,
    connectionTimeoutMillis: 10_000,
    query_timeout: 60_000,
    keepAlive: true,
    application_name: 'seb',
    // Kysely's hook for new connections is not used: when it fails, the connection is never released, and closing waits
    // forever.
    onConnect: async (client) => {
      await client.query(durable);
    },
  });
  // A broken connection is reported by the query that fails on it, or replaced by the next query; the events add nothing.
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
      mutex: (number) => sql`select pg_advisory_xact_lock(${number})`,
      lastBlock: sql`lastval()`, // of this connection; no other table draws from a sequence
      bytesType: 'bytea',
      isIdentity: (column) => column.generatedAlwaysAsIdentity(),
    },
    owners: systemOwners,
    location,
    explain: (error) => explain(error, location),
    integrityProblems: async () => [], // pages carry checksums, which the server checks as it reads them
    isPassing,
    close: () => bare.destroy(),
  };
}
