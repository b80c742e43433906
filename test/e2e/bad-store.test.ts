import { chmodSync, existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sebHere } from '../support/in-process.ts';
import { emptyStore, expectRefusal, newFolder, newStore } from '../support/refusal.ts';

const run = (...more: readonly string[]) => ['run', '--model', 'simulated/ada', '--limit', '3', ...more];

test.each([['list'], ['score'], ['report'], ['compare'], ['show', 'deadbeef'], ['resume', 'deadbeef']])(
  'refuses %s of a mistyped store, and creates none',
  async (...args) => {
    const store = newStore();
    expectRefusal(await sebHere([...args, '--store', store]), /store not found: .*store\.sqlite/, /--store.*seb run/);
    expect(existsSync(store)).toBe(false);
  },
);

test.each([
  [[], /no model was given/],
  [['--model', 'simulated/ada', '--experiment', 'asociation'], /unknown experiment/],
  [['--model', 'simulated/ada', '--items', 'association=no.jsonl'], /file not found: .*no\.jsonl/],
  [['--model', 'opena/gpt'], /unknown model provider/],
  [['--model', 'replay/0123456789ab'], /no run 0123456789ab/],
])('run %j is refused, and leaves no store and no folder behind', async (args, message) => {
  const folder = join(newFolder(), 'new');
  expectRefusal(await sebHere(['run', ...args, '--store', join(folder, 'store.sqlite')]), message, /.+/);
  expect(existsSync(folder)).toBe(false);
});

test('creates no run in an existing store by a dry run', async () => {
  const store = await emptyStore();
  expect(await sebHere(run('--dry-run', '--store', store))).toMatchObject({ code: 0 });
  expectRefusal(await sebHere(['report', '--store', store]), /holds no run/, /.+/);
});

test.skipIf(process.getuid?.() === 0)('does not report an inaccessible store as missing', async () => {
  const store = await emptyStore();
  chmodSync(dirname(store), 0o000); // root can read it anyway
  try {
    expectRefusal(
      await sebHere(['list', '--store', store]),
      /you do not have permission to read and write it/,
      /permissions/,
    );
  } finally {
    chmodSync(dirname(store), 0o700);
  }
});

test('refuses a store of a newer version with its version', async () => {
  const store = await emptyStore();
  const database = new DatabaseSync(store);
  database.exec('update schema_version set version = 4711');
  database.close();
  expectRefusal(await sebHere(run('--store', store)), /4711/, /.+/);
});

test('refuses a file that is not a store, and a read-only location', async () => {
  const file = join(newFolder(), 'notes.txt');
  writeFileSync(file, 'not a database, but long enough to have a header of a hundred bytes'.repeat(3));
  expectRefusal(await sebHere(run('--store', file)), /is not a store/, /--store/);
  expectRefusal(await sebHere(run('--store', join(file, 'x.sqlite'))), /cannot be opened/, /--store/);
});

test('does not report a circular link as missing, and does not crash', async () => {
  const link = join(newFolder(), 'link.sqlite');
  symlinkSync('link.sqlite', link);
  for (const args of [['list'], run()]) {
    expectRefusal(await sebHere([...args, '--store', link]), /loop of symbolic links/, /different file with --store/);
  }
});
