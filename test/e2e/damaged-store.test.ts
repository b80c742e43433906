import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import { sebHere } from '../support/in-process.ts';
import { expectRefusal, newFolder } from '../support/refusal.ts';

const folder = newFolder();
const whole = join(folder, 'whole.sqlite');
let copies = 0;

/** Returns a copy of a finished run's store, modified directly in the database. */
function changed(...statements: readonly string[]): string {
  copies += 1;
  const copy = join(folder, `${copies}.sqlite`);
  copyFileSync(whole, copy);
  const database = new DatabaseSync(copy);
  database.enableDefensive?.(false);
  for (const statement of statements) database.exec(statement);
  database.close();
  return copy;
}

beforeAll(async () => {
  const args = ['run', '--model', 'simulated/ada', '--limit', '5', '--samples', '2', '--json', '--store', whole];
  expect(await sebHere(args)).toMatchObject({ code: 0 });
});

describe('a damaged store', () => {
  const swapped =
    'update answers set place = (place + 1) % (select count(*) from answers b where b.block = answers.block)';

  test.each([['score'], ['report'], ['compare']])('names the run and how to check the store: %s', async (command) => {
    const store = changed(swapped);
    expectRefusal(
      await sebHere([command, '--store', store]),
      /answer of run [0-9a-f]{12}/,
      /seb doctor --store .*copy/,
    );
  });

  test('reports a missing answer of a finished run', async () => {
    const store = changed('delete from answers where rowid = 7');
    expectRefusal(
      await sebHere(['report', '--store', store]),
      /run [0-9a-f]{12} are missing/,
      /seb resume [0-9a-f]{12}/,
    );
  });

  test('reports an answer of a finished run under another key', async () => {
    const store = changed("update answers set key = 'x' || substr(key, 2) where rowid = 7");
    expectRefusal(
      await sebHere(['report', '--store', store]),
      /answer of run [0-9a-f]{12}/,
      /seb doctor --store .*copy/,
    );
  });

  test.each([['report'], ['list'], ['resume latest']])(
    'refuses a changed configuration of a run: %s',
    async (command) => {
      const store = changed('update runs set config = replace(config, \'"samples":2\', \'"samples":1\')');
      expectRefusal(
        await sebHere([...command.split(' '), '--store', store]),
        /configuration of run [0-9a-f]{12} was changed/,
        /seb doctor --store .*copy/,
      );
    },
  );

  test('refuses a schema that lacks a table or a column', async () => {
    for (const statement of ['drop table blocks', 'alter table answers rename column place to position']) {
      const store = changed(statement);
      expectRefusal(await sebHere(['report', '--store', store]), /is damaged/, /copy/);
    }
  });

  test('refuses a version that is not a number', async () => {
    const store = changed("update schema_version set version = 'abc'");
    expectRefusal(await sebHere(['list', '--store', store]), /version/, /copy/);
  });
});

describe('seb doctor --store', () => {
  const contentOf = async (store: string) => {
    const { code, stdout } = await sebHere(['doctor', '--store', store, '--json']);
    const checks = JSON.parse(stdout) as { what: string; ok: boolean; line: string; hint: string | null }[];
    return { code, ...checks.find(({ what }) => what.startsWith('content')) };
  };

  test('reports an intact store with its size', async () => {
    expect(await contentOf(changed())).toMatchObject({
      code: 0,
      ok: true,
      line: expect.stringMatching(/intact .*1 runs/),
    });
  });

  test('fails if an answer is stored under another key, and names its run', async () => {
    const store = changed('update answers set place = place + 1 where rowid = 7');
    expect(await contentOf(store)).toMatchObject({
      code: 1,
      ok: false,
      hint: expect.stringMatching(/run [0-9a-f]{12}/),
    });
    const { stdout } = await sebHere(['doctor', '--store', store]);
    expect(stdout).toMatch(/FAIL content of store .*: damaged: 1 problems/);
  });
});
