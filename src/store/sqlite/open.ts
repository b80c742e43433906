import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type CompiledQuery, Kysely, SqliteDialect, sql } from 'kysely';
import { retryRejected } from '../../util/retry.ts';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { systemOwners } from '../lease-owner.ts';
import { busyMs, connect, connectReadOnly } from './connect.ts';
import { explain, isPassing } from './errors.ts';
import { prepareFile } from './file.ts';
import { Statements } from './statements.ts';
import { SqliteWriter } from './writer.ts';

const openAttempts = 50;
const openPauseMs = 100;

/** Opens or creates an SQLite file. Reads run synchronously in this thread; commits run in a separate thread. */
export async function openSqlite(file: string): Promise<Database> {
  prepareFile(file);
  return databaseOf(file, await explaining(file, () => connectWithRetry(file)));
}

/** Opens a read-only SQLite file. Commits are refused. */
export async function openSqliteReadOnly(file: string): Promise<Database> {
  return databaseOf(file, await explaining(file, async () => connectReadOnly(file)));
}

async function explaining(file: string, connecting: () => Promise<DatabaseSync>): Promise<DatabaseSync> {
  try {
    return await connecting();
  } catch (error) {
    throw explain(error, file) ?? error;
  }
}

function databaseOf(file: string, connection: DatabaseSync): Database {
  const writer = new SqliteWriter(file);
  return sqliteDatabase(connection, {
    commit: (queries) => writer.commit(queries),
    owners: systemOwners,
    now: sql`cast(unixepoch('subsec') * 1000 as integer)`,
    location: file,
    close: async () => {
      await writer.close();
      connection.close();
    },
  });
}

/** What an SQLite database needs beside the connection that reads. */
interface SqliteParts extends Pick<Database, 'commit' | 'owners' | 'location' | 'close'> {
  readonly now: Database['sql']['now'];
  /** Statements of the connection; absent: new ones. */
  readonly statements?: Statements;
}

/** Returns the database of a connection. */
export function sqliteDatabase(connection: DatabaseSync, parts: SqliteParts): Database {
  const { statements = new Statements(connection), now, ...rest } = parts;
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(connection, statements) });
  return {
    db,
    read: async <Row>({ sql, parameters }: CompiledQuery<Row>) => statements.all(sql, parameters) as readonly Row[], // typed by compile()
    exclusively: async (change) => {
      await begin(connection);
      try {
        await change(db);
        connection.exec('commit');
      } finally {
        if (connection.isTransaction) connection.exec('rollback');
      }
    },
    tableNames: async () => {
      const rows = connection.prepare("select name from sqlite_master where type = 'table'").all();
      return new Set(rows.map(({ name }) => String(name)));
    },
    sql: {
      now,
      mutex: () => sql`select 1`, // commits are one after another
      lastBlock: sql`(select max(id) from blocks)`, // this transaction's block: write transactions are exclusive
      bytesType: 'blob',
      isIdentity: (column) => column, // every integer primary key in SQLite auto-increments
    },
    explain: (error) => explain(error, rest.location),
    integrityProblems: async (table) => {
      const rows = connection.prepare(`pragma integrity_check${table === null ? '' : `(${table})`}`).all();
      return rows.map((row) => String(row.integrity_check)).filter((line) => line !== 'ok');
    },
    isPassing,
    ...rest,
  };
}

async function connectWithRetry(file: string): Promise<DatabaseSync> {
  const connection = connect(file);
  try {
    // The switch to write-ahead logging does not wait for another process that opens the new file at the same time.
    await onceUnlocked(() => connection.exec('pragma journal_mode = wal'));
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Begins a transaction. SQLite's built-in waiting would block this thread, and with it a store of this process that
 * holds the lock.
 */
async function begin(connection: DatabaseSync): Promise<void> {
  connection.exec('pragma busy_timeout = 0');
  await onceUnlocked(() => connection.exec('begin immediate'));
  connection.exec(`pragma busy_timeout = ${busyMs}`);
}

/** Tries every 0.1 s, for 5 s, while another process holds the file. */
async function onceUnlocked(action: () => void): Promise<void> {
  await retryRejected(
    async () => action(),
    (error, attempts) => (!isPassing(error) || attempts === openAttempts ? null : openPauseMs),
  );
}

/** Returns a Kysely dialect over `node:sqlite`. Queries run synchronously in this thread. */
function nodeSqliteDialect(database: DatabaseSync, statements: Statements): SqliteDialect {
  return new SqliteDialect({
    database: {
      close: () => database.close(),
      prepare: (sql) => {
        const statement = statements.get(sql);
        return {
          reader: statement.columns().length > 0,
          all: (parameters) => statements.all(sql, parameters),
          run: (parameters) => statement.run(...(parameters as SQLInputValue[])), // node:sqlite checks the types
          iterate: (parameters) => statements.iterate(sql, parameters),
        };
      },
    },
  });
}
