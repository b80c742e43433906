import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { someAnswer } from '../../test/support/answers.ts';
import { dialects, postgresPlace, sqlitePlace, startedPlace } from '../../test/support/stores.ts';
import { AppError } from '../util/app-error.ts';
import { schemaVersion } from './database/migrate.ts';
import { openStore, openStoreToRead } from './open.ts';
import { connectReadOnly } from './sqlite/connect.ts';
import { prepareFile } from './sqlite/file.ts';

async function refusal(location: string): Promise<AppError> {
  const error = await openStore(location).then(
    () => 'was opened',
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError; // checked on the previous line
}

describe.each(dialects)('opening a store in $dialect', ({ start }) => {
  const place = startedPlace(start);

  test('creates it once when opened concurrently', async () => {
    const location = await place.fresh();
    const stores = await Promise.all(Array.from({ length: 4 }, () => openStore(location)));
    const insertions = await Promise.all(stores.map((store) => store.insertAnswer(someAnswer(1))));
    expect(insertions.toSorted()).toEqual(['exists', 'exists', 'exists', 'inserted']);
    await Promise.all(stores.map((store) => store.close()));
  });

  test('of a newer version is refused with both versions, and it is not changed', async () => {
    const location = await place.fresh();
    await (await openStore(location)).close();
    await place.execute(location, 'update seb.schema_version set version = 4711');
    const error = await refusal(location);
    expect(error.code).toBe('newer-store');
    expect(error.message).toContain('4711');
    expect(error.message).toContain(`up to ${schemaVersion}`);
    await place.execute(location, `update seb.schema_version set version = ${schemaVersion}`);
    await (await openStore(location)).close();
  });

  test('that belongs to another program is refused', async () => {
    const location = await place.fresh();
    await (await openStore(location)).close();
    await place.execute(location, 'drop table seb.schema_version');
    expect((await refusal(location)).code).toBe('not-a-store');
  });
});

describe('an SQLite store', () => {
  const place = sqlitePlace();
  const folder = mkdtempSync(join(tmpdir(), 'seb-open-'));
  afterAll(async () => {
    await place.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('is accessible only to the user, with all its files and its folder', async () => {
    const location = await place.fresh();
    const store = await openStore(location);
    await store.insertAnswer(someAnswer(1));
    const modes = ['', '-wal', '-shm'].map((end) => statSync(`${location}${end}`).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600]);
    expect(statSync(dirname(location)).mode & 0o777).toBe(0o700);
    await store.close();
  });

  test('is not created from another kind of file', async () => {
    const file = join(folder, 'notes.txt');
    const notes = 'These are notes and not a database. '.repeat(100);
    writeFileSync(file, notes);
    const error = await refusal(file);
    expect(error).toMatchObject({ code: 'not-a-store', hint: expect.stringContaining('--store') });
    expect(readFileSync(file, 'utf8')).toBe(notes);
  });

  test("is not created from another program's database", async () => {
    const file = join(folder, 'other.sqlite');
    const database = new DatabaseSync(file);
    database.exec('create table songs (title text)');
    database.close();
    expect((await refusal(file)).code).toBe('not-a-store');
  });

  test('refuses a folder, or a path inside a file', async () => {
    writeFileSync(join(folder, 'file'), '');
    expect((await refusal(folder)).message).toContain('is a folder');
    expect((await refusal(join(folder, 'file', 'store.sqlite'))).message).toContain('is a file, not a folder');
    expect((await refusal('')).code).toBe('unknown-store');
  });

  test('refuses a dangling link', async () => {
    const circle = join(folder, 'circle');
    symlinkSync('circle', circle);
    for (const file of [circle, join(circle, 'store.sqlite')]) {
      expect(await refusal(file)).toMatchObject({
        code: 'store-cannot-open',
        message: expect.stringContaining('loop of symbolic links'),
        hint: expect.stringContaining('--store'),
      });
    }
    expect((await refusal(join(folder, 'a'.repeat(300)))).message).toContain('too long');
  });

  test('in a place that may not be written is refused with a hint', async () => {
    const readOnly = join(folder, 'read-only');
    mkdirSync(readOnly);
    chmodSync(folder, 0o755);
    const store = join(readOnly, 'store.sqlite');
    await (await openStore(store)).close();
    for (const [file, mode] of [
      [readOnly, 0o755],
      [store, 0o444],
    ] as const)
      chmodSync(file, mode);
    const refused = { code: 'store-cannot-open', hint: expect.stringContaining('permissions') };
    const refusedFile = (file: string) =>
      expect(asOrdinaryUser(() => prepareFile(file))).rejects.toMatchObject(refused);
    await refusedFile(store);
    chmodSync(readOnly, 0o555);
    for (const file of [join(readOnly, 'new.sqlite'), join(readOnly, 'folder', 'new.sqlite')]) {
      await refusedFile(file);
    }
    chmodSync(readOnly, 0o755);
  });

  test('that is read-only can be read, and is not changed', async () => {
    const readOnly = join(folder, 'to read? #1');
    mkdirSync(readOnly);
    chmodSync(folder, 0o755);
    const file = join(readOnly, 'store.sqlite');
    const made = await openStore(file);
    await made.insertAnswer(someAnswer(1));
    await made.close();
    chmodSync(file, 0o444);
    chmodSync(readOnly, 0o555);
    await asOrdinaryUser(async () => {
      const store = await openStoreToRead(file);
      expect((await store.answers([someAnswer(1).key])).size).toBe(1);
      await store.close();
      // Bypasses the store, whose writer thread may be in a folder that this user cannot read.
      const connection = connectReadOnly(file);
      expect(() => connection.exec('delete from answers')).toThrow('readonly');
      connection.close();
    });
    chmodSync(readOnly, 0o755);
    const location = await place.fresh();
    await (await openStoreToRead(location)).close(); // a writable store opens normally
  });

  test('waits for a writing process', async () => {
    const location = await place.fresh();
    const store = await openStore(location);
    const intruder = new DatabaseSync(location);
    intruder.exec('begin immediate');
    const insertion = store.insertAnswer(someAnswer(1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await store.existing([someAnswer(1).key])).size).toBe(0);
    intruder.exec('commit');
    intruder.close();
    expect(await insertion).toBe('inserted');
    await store.close();
  });
});

/** Drops root's privileges during the action, because root may write anywhere. */
async function asOrdinaryUser(action: () => void | Promise<void>): Promise<void> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    await action();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

describe('a PostgreSQL store that cannot be used', () => {
  const place = startedPlace(postgresPlace);
  let url: string;
  beforeAll(async () => {
    url = await place.fresh();
  });

  const cases: readonly (readonly [string, (url: string) => string, string, RegExp])[] = [
    ['a wrong password', (url) => url.replace('canary-password', 'canary-wrong'), 'store-refused', /password/],
    ['no such database', (url) => url.replace(/store_1$/, 'nowhere'), 'store-cannot-open', /no such database/],
    ['no server', (url) => url.replace(/:\d+\/.*/, ':1/store'), 'store-unreachable', /refuses connections/],
    ['a URL that is none', (url) => url.replace('@127', '@ 127'), 'unknown-store', /not valid/],
    ['another scheme', (url) => url.replace('postgres', 'mysql'), 'unknown-store', /mysql/],
  ];

  test.each(cases)('%s: reports it without credentials', async (_, change, code, wrong) => {
    const error = await refusal(change(url));
    expect(error).toMatchObject({ code, message: expect.stringMatching(wrong), hint: expect.any(String) });
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('canary');
  });
});
