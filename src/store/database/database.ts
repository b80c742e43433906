import type { ColumnDefinitionBuilder, CompiledQuery, Kysely, RawBuilder } from 'kysely';
import type { AppError } from '../../util/app-error.ts';
import type { LeaseOwners } from '../lease-owner.ts';
import type { Tables } from './tables.ts';

/** The port to a database; the only code that differs between the two dialects. */
export interface Database {
  /** Executes reads, and compiles queries for `commit`. */
  readonly db: Kysely<Tables>;
  /** Returns the rows of a compiled query. Bypasses Kysely's overhead, which is larger than a look-up in SQLite. */
  read<Row>(query: CompiledQuery<Row>): Promise<readonly Row[]>;
  /** Executes the queries in one transaction, and resolves to their rows once they are on disk. */
  commit(queries: readonly CompiledQuery[]): Promise<readonly Rows[]>;
  /** Runs alone: no other process changes the schema concurrently. */
  exclusively(change: (db: Kysely<Tables>) => Promise<void>): Promise<void>;
  tableNames(): Promise<ReadonlySet<string>>;
  readonly sql: DialectSql;
  /** The processes that hold leases in it. */
  readonly owners: LeaseOwners;
  /** Location of the store, without credentials. */
  readonly location: string;
  /** Returns the error that explains a database fault to the user; null when it is a defect of this program. */
  explain(error: unknown): AppError | null;
  /** Returns the damage that the database finds in a table or (null) anywhere; empty if there is none or it cannot check. */
  integrityProblems(table: keyof Tables | null): Promise<readonly string[]>;
  /** Returns whether the same commit may succeed shortly. */
  isPassing(error: unknown): boolean;
  close(): Promise<void>;
}

export type Rows = readonly Readonly<Record<string, unknown>>[];

/** SQL expressions that differ between the dialects. */
export interface DialectSql {
  /** Milliseconds since 1970 on the clock that all processes share. */
  readonly now: RawBuilder<number>;
  /** Statement after which this transaction runs alone among those with the same number. */
  readonly mutex: (number: number) => RawBuilder<unknown>;
  /** Id of the block that this transaction inserted. */
  readonly lastBlock: RawBuilder<number>;
  readonly bytesType: 'blob' | 'bytea';
  /** Makes an integer primary key auto-incrementing. */
  readonly isIdentity: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
}
