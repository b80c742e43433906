import type { DatabaseSync } from 'node:sqlite';
import { type CompiledQuery, Kysely, sql } from 'kysely';
import { retryRejected } from '../../util/retry.ts';
import type { Database } from '../database.ts';
import type { Tables } from '../schema/tables.ts';
import { busyMs, connect, connectReadOnly } from './connect.ts';
import { nodeSqliteDialect } from './dialect.ts';
import { explain, isPassing } from './errors.ts';
import { prepareFile } from './file.ts';
import { rowsInOrder } from './rows-in-order.ts';
import { Statements } from './statements.ts';
import { SqliteWriter } from './writer.ts';

/** Bytes of a file that are read in place: enough for 700,000 answers. */
const mostMapped = 2 ** 27;

const openAttempts = 50;
const openPauseMs = 100;

/** Opens or makes an SQLite file. Reads are done here and at once; commits in a thread of their own. */
export async function openSqlite(file: string): Promise<Database> {
  prepareFile(file);
  return databaseOf(file, await explaining(file, () => connectPatiently(file)));
}

/** Opens an SQLite file that cannot be written. A commit is refused. */
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
  const statements = new Statements(connection);
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(connection, statements) });
  return {
    db,
    read: async <Row>({ sql, parameters }: CompiledQuery<Row>) => statements.all(sql, parameters) as readonly Row[], // the columns that were compiled for
    commit: (queries) => writer.commit(queries),
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
    inOrder: rowsInOrder(statements),
    readInPlace: (inPlace) => connection.exec(`pragma mmap_size = ${inPlace ? mostMapped : 0}`),
    sql: {
      now: sql`cast(unixepoch('subsec') * 1000 as integer)`,
      lastBlock: sql`(select max(id) from blocks)`, // ours: a transaction that writes is alone
      bytesType: 'blob',
      isIdentity: (column) => column, // every integer primary key of SQLite is one
    },
    location: file,
    explain: (error) => explain(error, file),
    integrityProblems: async (table) => {
      const rows = connection.prepare(`pragma integrity_check${table === null ? '' : `(${table})`}`).all();
      return rows.map((row) => String(row.integrity_check)).filter((line) => line !== 'ok');
    },
    isPassing,
    close: async () => {
      await writer.close();
      connection.close();
    },
  };
}

async function connectPatiently(file: string): Promise<DatabaseSync> {
  const connection = connect(file);
  try {
    // Going over to write-ahead logging does not wait for another process that opens the new file in the same moment.
    await onceUnlocked(() => connection.exec('pragma journal_mode = wal'));
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** SQLite's own waiting would hold this thread up, and with it a store of this process that has the lock. */
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
