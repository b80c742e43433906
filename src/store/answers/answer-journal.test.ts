import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { someAnswer, someFailure, someRun, someRunOf } from '../../../test/support/answers.ts';
import { dialects, startedPlace } from '../../../test/support/stores.ts';
import type { Database } from '../database/database.ts';
import { openStore } from '../open.ts';
import { openPostgres } from '../postgres/open.ts';
import { SqlStore } from '../sql/sql-store.ts';
import { openSqlite } from '../sqlite/open.ts';

type Commit = Database['commit'];

describe.each(dialects)('a group in $dialect', ({ dialect, start }) => {
  const place = startedPlace(start);

  /** Opens a new store whose commits go through `around`. */
  async function storeAt(location: string, around: (commit: Commit) => Commit): Promise<SqlStore> {
    await (await openStore(location)).close(); // creates the tables
    const database = await (dialect === 'sqlite'
      ? openSqlite(location)
      : openPostgres({ kind: 'postgres', given: location, url: location, shown: location }));
    return new SqlStore({ ...database, commit: around(database.commit), isPassing: () => true });
  }

  test('is not stored twice when the confirmation of a commit is lost', async () => {
    let commits = 0;
    const store = await storeAt(await place.fresh(), (commit) => async (queries) => {
      const rows = await commit(queries);
      commits += 1;
      if (commits === 2) throw new Error('the connection broke');
      return rows;
    });
    await store.putFailure(someFailure(1));
    const [first, twin, other] = [someAnswer(1), someAnswer(1, { text: 'a twin' }), someAnswer(2, { cost: null })];
    const results = [first, twin, other].map((answer) => store.insertAnswer(answer));
    expect(await Promise.all([...results, store.putFailure(someFailure(3))])).toEqual([
      ...['exists', 'exists', 'exists'], // the caller then looks up the stored answer
      undefined,
    ]);
    expect(commits).toBe(3);
    const keys = [first.key, other.key, someFailure(3).key];
    expect([...(await store.answers(keys)).values()].map(({ answer }) => answer.text)).toEqual([
      'Answer 1',
      'Answer 2',
    ]);
    expect([...(await store.failures(keys)).keys()]).toEqual([someFailure(3).key]);
    expect(await store.spent(someRun.id)).toEqual({ dollars: 0.25, unknown: 1 });
    await store.close();
  });

  test.runIf(dialect === 'postgres')('is found by its block among many answers and failures', async () => {
    const url = await place.fresh();
    const queries: CompiledQuery[] = [];
    const store = await storeAt(url, (commit) => (all) => {
      queries.push(...all);
      return commit(all);
    });
    await Promise.all([store.insertAnswer(someAnswer(1)), store.insertAnswer(someAnswer(2, { run: someRunOf(2).id }))]);
    await store.close();
    const client = new pg.Client(url);
    await client.connect();
    const insert = 'insert into seb.';
    await client.query(
      `${insert}answers select 'k' || n, '${someRun.id}', 2 + n / 64, n % 64, 0 from generate_series(1, 50000) n`,
    );
    await client.query(`${insert}failures select 'f' || n, '${someRun.id}', '' from generate_series(1, 10000) n`);
    await client.query('analyze');
    const clear = queries.at(-1);
    const { rows } = await client.query(`explain ${clear?.sql}`, [...(clear?.parameters ?? [])]);
    await client.end();
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/answers_of_run.*\n.*Index Cond: .*block = /);
  });
});
