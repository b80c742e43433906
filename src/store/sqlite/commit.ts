import type { DatabaseSync } from 'node:sqlite';
import { written } from '../database/packed-block.ts';
import type { Statements } from './statements.ts';

/** A query with its values. */
interface BoundQuery {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Executes the queries in one transaction and returns their rows. When one fails, nothing is changed, and it throws. */
export function commitTogether(
  database: DatabaseSync,
  statements: Statements,
  queries: readonly BoundQuery[],
): Record<string, unknown>[][] {
  try {
    database.exec('begin immediate');
    const rows = queries.map(({ sql, parameters }) => statements.all(sql, parameters.map(written)));
    database.exec('commit');
    return rows;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}
