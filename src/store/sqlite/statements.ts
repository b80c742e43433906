import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** The texts of our queries are few (see SizedQuery); this only bounds a mistake. */
const mostStatements = 200;

/** Prepared statements of a connection by their text. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  all(sql: string, parameters: readonly unknown[]): Record<string, unknown>[] {
    return this.get(sql).all(...(parameters as SQLInputValue[])); // node:sqlite throws on anything else
  }

  get(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    if (this.#prepared.size >= mostStatements) this.#prepared.clear();
    const statement = this.#database.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}
