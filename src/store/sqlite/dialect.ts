import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { SqliteDialect } from 'kysely';
import type { Statements } from './statements.ts';

/** Returns a Kysely dialect over `node:sqlite`. Queries run synchronously in this thread. */
export function nodeSqliteDialect(database: DatabaseSync, statements: Statements): SqliteDialect {
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
