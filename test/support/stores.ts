import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { startPostgres } from './postgres.ts';

/** Creates stores of one dialect; real databases for both. */
export interface StorePlace {
  /** Location of a store that does not exist yet. */
  fresh(): Promise<string>;
  /** Executes SQL on a store directly. */
  execute(location: string, sql: string): Promise<void>;
  stop(): Promise<void>;
}

export const dialects: readonly { readonly dialect: string; readonly start: () => Promise<StorePlace> }[] = [
  { dialect: 'sqlite', start: async () => sqlitePlace() },
  { dialect: 'postgres', start: postgresPlace },
];

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

async function postgresPlace(): Promise<StorePlace> {
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
export async function downgradeStore(place: StorePlace, location: string, version: number): Promise<void> {
  for (const [, removal] of additions.filter(([added]) => added > version)) await place.execute(location, removal);
  await place.execute(location, `update seb.schema_version set version = ${version}`);
}
