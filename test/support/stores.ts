import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { startPostgres } from './postgres.ts';

/** Creates stores of one dialect; real databases for both. */
export interface StorePlace {
  /** Location of a store that does not exist yet. */
  fresh(): Promise<string>;
  /** Executes SQL on a store directly. */
  execute(location: string, sql: string): Promise<void>;
  stop(): Promise<void>;
}

type StartPlace = () => Promise<StorePlace>;

export const dialects: readonly { readonly dialect: string; readonly start: StartPlace }[] = [
  { dialect: 'sqlite', start: async () => sqlitePlace() },
  { dialect: 'postgres', start: postgresPlace },
];

/** Starts a place before the tests of the surrounding `describe`, and stops it after them. */
export function startedPlace(start: StartPlace): Omit<StorePlace, 'stop'> {
  let place: StorePlace | null = null;
  const started = () => {
    if (place === null) throw new Error('the place starts before the first test');
    return place;
  };
  beforeAll(async () => {
    place = await start();
  });
  afterAll(() => place?.stop());
  return {
    fresh: () => started().fresh(),
    execute: (location, sql) => started().execute(location, sql),
  };
}

/** A new store of each test of the surrounding `describe`, open until the test ends. */
export class FreshStore {
  readonly place: Omit<StorePlace, 'stop'>;
  #opened: { readonly location: string; store: Store } | null = null;

  constructor(start: StartPlace) {
    this.place = startedPlace(start);
    beforeEach(async () => {
      const location = await this.place.fresh();
      this.#opened = { location, store: await openStore(location) };
      return () => this.store.close();
    });
  }

  get store(): Store {
    return this.#own.store;
  }

  get location(): string {
    return this.#own.location;
  }

  /** Executes SQL on the store directly. */
  execute(sql: string): Promise<void> {
    return this.place.execute(this.location, sql);
  }

  /** Closes the store, does something to its file or database, and opens it again. */
  async reopen(closed: () => Promise<void> | void = () => {}): Promise<void> {
    await this.store.close();
    await closed();
    this.#own.store = await openStore(this.location);
  }

  get #own(): { readonly location: string; store: Store } {
    if (this.#opened === null) throw new Error('the store is opened before each test');
    return this.#opened;
  }
}

export function sqlitePlace(): StorePlace {
  const folder = mkdtempSync(join(tmpdir(), 'seb-store-'));
  let number = 0;
  return {
    fresh: async () => {
      number += 1;
      return join(folder, `${number}`, 'store.sqlite');
    },
    execute: async (file, sql) => {
      const database = new DatabaseSync(file);
      database.exec(sql.replaceAll('seb.', ''));
      database.close();
    },
    stop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

export async function postgresPlace(): Promise<StorePlace> {
  const server = await startPostgres();
  let number = 0;
  return {
    fresh: () => {
      number += 1;
      return server.database(`store_${number}`);
    },
    execute: async (url, sql) => {
      const client = new pg.Client(url);
      await client.connect();
      await client.query(sql);
      await client.end();
    },
    stop: () => server.stop(),
  };
}

/** What each schema version after the first added, with the statement that removes it. */
const additions: readonly (readonly [version: number, removal: string])[] = [
  [2, 'drop table seb.endpoints'],
  [3, 'drop table seb.completions'],
  [4, 'drop table seb.claims'],
  [5, 'drop table seb.training_events'],
  [6, 'drop table seb.charges'],
  [7, 'drop table seb.labels'],
  [8, 'drop table seb.studies'],
  [9, 'alter table seb.runs drop column format'],
  [10, 'alter table seb.leases drop column reserved'],
  [11, 'drop table seb.endpoint_shares'],
];

/** Converts a closed store to an earlier schema version. */
export async function downgradeStore(
  place: Pick<StorePlace, 'execute'>,
  location: string,
  version: number,
): Promise<void> {
  for (const [, removal] of additions.filter(([added]) => added > version)) await place.execute(location, removal);
  await place.execute(location, `update seb.schema_version set version = ${version}`);
}
