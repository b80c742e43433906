import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { startPostgres } from './postgres.ts';

/** A place for stores of one dialect, real in both. */
export interface StorePlace {
  /** Location of a store that does not exist yet. */
  fresh(): Promise<string>;
  /** Changes a store behind its back. */
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
