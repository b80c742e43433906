import type { ColumnDefinitionBuilder, CompiledQuery, Kysely, RawBuilder } from 'kysely';
import type { AppError } from '../util/app-error.ts';
import type { Tables } from './schema/tables.ts';

/** What the store needs of a database; the two dialects differ in nothing else. */
export interface Database {
  /** Reads, and compiles what `commit` carries out. */
  readonly db: Kysely<Tables>;
  /** Rows of a compiled query; without what Kysely does around one, which is more than a look-up in SQLite takes. */
  read<Row>(query: CompiledQuery<Row>): Promise<readonly Row[]>;
  /** Carries the queries out in one transaction, and resolves to their rows once they are on disk. */
  commit(queries: readonly CompiledQuery[]): Promise<readonly Rows[]>;
  /** Runs alone: no other process changes the schema at the same time. */
  exclusively(change: (db: Kysely<Tables>) => Promise<void>): Promise<void>;
  tableNames(): Promise<ReadonlySet<string>>;
  /** Null where the database keeps no order of insertion. */
  readonly inOrder: RowsInOrder | null;
  /** Whether pages of a file are read where the system keeps them, not copied. They count as this process's memory. */
  readInPlace(inPlace: boolean): void;
  readonly sql: DialectSql;
  /** Where the store is, without credentials. */
  readonly location: string;
  /** What a fault of the database means for the user; null when it is a defect of ours. */
  explain(error: unknown): AppError | null;
  /** What the database itself finds damaged, in a table or (null) anywhere; empty where nothing is, or it cannot tell. */
  integrityProblems(table: keyof Tables | null): Promise<readonly string[]>;
  /** Whether the same commit may succeed in a moment. */
  isPassing(error: unknown): boolean;
  close(): Promise<void>;
}

/** The answers in the order in which they were committed, whoever did. */
export interface RowsInOrder {
  /** So many from a row on. */
  from(row: number, most: number): readonly StoredRow[];
  keysFrom(row: number, most: number): readonly StoredKey[];
  rowOf(key: string): number | null;
}

export type StoredRow = Tables['answers'] & { readonly row: number };
export type StoredKey = readonly [row: number, key: string];

export type Rows = readonly Readonly<Record<string, unknown>>[];

/** What the dialects write differently. */
export interface DialectSql {
  /** Milliseconds since 1970 on the clock that all processes share. */
  readonly now: RawBuilder<number>;
  /** Id of the block that this transaction has inserted. */
  readonly lastBlock: RawBuilder<number>;
  readonly bytesType: 'blob' | 'bytea';
  /** Makes an integer primary key number its rows. */
  readonly isIdentity: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
}
