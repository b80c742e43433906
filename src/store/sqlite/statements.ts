import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/**
 * Maximum number of prepared statements. There are few distinct queries (see BucketedQuery); this bounds the memory of
 * a defect.
 */
const mostStatements = 200;

interface Prepared {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
}

/** Cache of a connection's prepared statements by SQL text. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  all(sql: string, parameters: readonly unknown[]): Record<string, unknown>[] {
    const { statement, columns } = this.#get(sql);
    const rows: unknown = statement.all(...(parameters as SQLInputValue[])); // node:sqlite throws on invalid parameters
    return (rows as readonly (readonly unknown[])[]).map((row) => rowOf(columns, row)); // as `setReturnArrays` requested
  }

  *iterate(sql: string, parameters: readonly unknown[]): Generator<Record<string, unknown>> {
    const { statement, columns } = this.#get(sql);
    const rows: Iterable<unknown> = statement.iterate(...(parameters as SQLInputValue[])); // as `setReturnArrays` requested
    for (const row of rows) yield rowOf(columns, row as readonly unknown[]);
  }

  /** Returns a statement whose `all` returns arrays. */
  get(sql: string): StatementSync {
    return this.#get(sql).statement;
  }

  #get(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    if (this.#prepared.size >= mostStatements) this.#prepared.clear();
    const statement = this.#database.prepare(sql);
    statement.setReturnArrays(true); // objects take a third of a look-up's time
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

function rowOf(columns: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index += 1) row[columns[index] as string] = values[index];
  return row;
}
