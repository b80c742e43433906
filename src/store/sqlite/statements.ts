import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** The texts of our queries are few (see SizedQuery); this only bounds a mistake. */
const mostStatements = 200;

interface Prepared {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
}

/** Prepared statements of a connection by their text. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  all(sql: string, parameters: readonly unknown[]): Record<string, unknown>[] {
    const { columns } = this.#get(sql);
    return this.arrays(sql, parameters).map((row) => rowOf(columns, row));
  }

  arrays(sql: string, parameters: readonly unknown[]): readonly (readonly unknown[])[] {
    const rows: unknown = this.#get(sql).statement.all(...(parameters as SQLInputValue[])); // node:sqlite throws on anything else
    return rows as readonly (readonly unknown[])[]; // as it was told
  }

  *iterate(sql: string, parameters: readonly unknown[]): Generator<Record<string, unknown>> {
    const { statement, columns } = this.#get(sql);
    const rows: Iterable<unknown> = statement.iterate(...(parameters as SQLInputValue[])); // as above
    for (const row of rows) yield rowOf(columns, row as readonly unknown[]);
  }

  /** Its own `all` gives arrays. */
  get(sql: string): StatementSync {
    return this.#get(sql).statement;
  }

  #get(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    if (this.#prepared.size >= mostStatements) this.#prepared.clear();
    const statement = this.#database.prepare(sql);
    statement.setReturnArrays(true); // its own objects are dictionaries, a third of a look-up's time
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
