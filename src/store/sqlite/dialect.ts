import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { SqliteDialect } from 'kysely';
import type { Statements } from './statements.ts';

/** Kysely over `node:sqlite`. Queries run at once in this thread. */
export function nodeSqliteDialect(database: DatabaseSync, statements: Statements): SqliteDialect {
  return new SqliteDialect({
    database: {
      close: () => database.close(),
      prepare: (sql) => {
        const statement = statements.get(sql);
        return {
          reader: statement.columns().length > 0,
          all: (parameters) => statements.all(sql, parameters),
          run: (parameters) => statement.run(...(parameters as SQLInputValue[])), // checked by node:sqlite
          iterate: (parameters) => statements.iterate(sql, parameters),
        };
      },
    },
  });
}
