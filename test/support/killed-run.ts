import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { type Ended, seb } from './command.ts';
import { sebHere } from './in-process.ts';
import type { SimulatedServer } from './simulated-server.ts';

/** Number of kills per scenario; the long form is SEB_KILLS=200. */
export const kills = Number(process.env.SEB_KILLS ?? 7);
export const callsAKill = 45;
export const concurrency = 4;
/** Maximum calls between being sent and being stored, which a kill may cost. */
export const unstored = 2 * concurrency;

const itemsACall = 17; // calls per item of all three experiments, with two executions
export const options = { limit: Math.ceil(((kills + 1) * callsAKill) / itemsACall), samples: 2 };

/** Place of a run that is killed: the folder of its commands, and their store. */
export interface KillPlace {
  readonly folder: string;
  /** Flags that select the store; empty for the one in the folder. */
  readonly store: readonly string[];
  /** Returns key and position of every stored answer after a kill. */
  stored(): Promise<Stored>;
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'seb-kill-'));
}

/** Returns a new folder whose store is an SQLite file. */
export function sqlitePlace(): KillPlace {
  const folder = newFolder();
  return { folder, store: [], stored: async () => storedIn(folder) };
}

/** Returns a new folder whose commands use a PostgreSQL database. */
export function postgresPlace(url: string): KillPlace {
  return { folder: newFolder(), store: ['--store', url], stored: () => storedInPostgres(url) };
}

export function runArguments({ baseUrl }: Pick<SimulatedServer, 'baseUrl'>, { store }: KillPlace): readonly string[] {
  const model = ['--model', 'openai-compatible/subject', '--base-url', baseUrl];
  const size = ['--limit', String(options.limit), '--samples', String(options.samples)];
  return ['run', ...model, ...size, '--concurrency', String(concurrency), '--json', ...store];
}

export function resumeArguments(run: string, { store }: KillPlace): readonly string[] {
  return ['resume', run, '--json', ...store];
}

/** Positions by key. */
export type Stored = ReadonlyMap<string, string>;

function storeOf(folder: string): string {
  return join(folder, '.seb', 'store.sqlite');
}

/** Reads a copy, so that the store stays as the kill left it. */
function storedIn(folder: string): Stored {
  const file = storeOf(folder);
  if (!existsSync(file)) return new Map();
  const place = newFolder();
  const copy = join(place, 'copy.sqlite');
  for (const part of ['', '-wal']) if (existsSync(file + part)) copyFileSync(file + part, copy + part);
  const stored = storedAt(copy);
  rmSync(place, { recursive: true });
  return stored;
}

/**
 * Reads the store next to a process that has it open. A commit that the killed process was waiting for does not count
 * for the remaining process, which overwrites it; in a copy, which starts with a recovery, it would count.
 */
export function storedBeside({ folder }: KillPlace): Stored {
  return existsSync(storeOf(folder)) ? storedAt(storeOf(folder)) : new Map();
}

function byKey(rows: readonly Readonly<Record<string, unknown>>[]): Stored {
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  return new Map(rows.map(({ key, block, place }) => [String(key), `${block} ${place}`]));
}

/** Reads once the server has noticed that the killed process is gone: a commit that it sent may still be executed. */
async function storedInPostgres(url: string): Promise<Stored> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
    while ((await client.query(`select 1 ${others}`)).rows.length > 0) await sleep(10);
    const { rows } = await client.query("select to_regclass('seb.answers') as answers");
    if (rows[0]?.answers === null) return new Map();
    return byKey((await client.query('select key, block, place from seb.answers')).rows);
  } finally {
    await client.end();
  }
}

function storedAt(file: string): Stored {
  const database = new DatabaseSync(file, { timeout: 60_000 });
  const tables = database.prepare("select 1 from sqlite_master where name = 'answers'").all();
  const rows = tables.length === 0 ? [] : database.prepare('select key, block, place from answers').all();
  expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  database.close();
  return byKey(rows);
}

/** Expects that no stored answer is missing or was stored again elsewhere. */
export function expectKept(kept: Stored, stored: Stored): void {
  for (const [key, place] of kept) expect(stored.get(key)).toBe(place);
}

/** Returns the number of requests beyond one per call, which were sent again. */
export function repeatedSince({ script, asked }: SimulatedServer, before: ReadonlyMap<string, number>): number {
  let repeated = 0;
  for (const [prompt, calls] of script.calls) {
    const count = (asked.get(prompt) ?? 0) - (before.get(prompt) ?? 0);
    expect(count).toBeGreaterThanOrEqual(calls); // two executions of one prompt are separate calls
    repeated += count - calls;
  }
  return repeated;
}

export async function estimates({ folder, store }: KillPlace): Promise<unknown> {
  const { stdout, code } = await sebHere(['report', '--json', ...store], { folder });
  expect(code).toBe(0);
  const report = JSON.parse(stdout) as { estimates: unknown[] };
  expect(report.estimates.length).toBeGreaterThan(30);
  return report.estimates;
}

export function resultOf({ stdout }: Pick<Ended, 'stdout'>): { readonly run: string; readonly status: string } {
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { run: string; status: string }; // what `--json` prints
}

/** The result of the run without a kill, which the others must match. */
export interface WholeRun {
  readonly run: string;
  readonly place: KillPlace;
  readonly estimates: unknown;
}

export async function undisturbed(server: SimulatedServer): Promise<WholeRun> {
  const place = sqlitePlace();
  const before = new Map(server.asked);
  const whole = await seb(runArguments(server, place), place);
  expect(whole).toMatchObject({ code: 0, signal: null });
  expect(repeatedSince(server, before)).toBe(0);
  expect(server.mostOpen()).toBeLessThanOrEqual(concurrency);
  expect((await place.stored()).size).toBe(server.calls);
  return { run: resultOf(whole).run, place, estimates: await estimates(place) };
}

/**
 * Expects that the last execution finishes the run with every answer, the kept ones in place, and that another sends
 * nothing.
 */
export async function expectEndsLike(
  whole: WholeRun,
  { place, kept, server }: { readonly place: KillPlace; readonly kept: Stored; readonly server: SimulatedServer },
): Promise<void> {
  const last = await seb(resumeArguments(whole.run, place), place);
  expect(last).toMatchObject({ code: 0, signal: null });
  expect(resultOf(last)).toMatchObject({ run: whole.run, status: 'finished' });
  const stored = await place.stored();
  expect([...stored.keys()].sort()).toEqual([...(await whole.place.stored()).keys()].sort());
  expectKept(kept, stored);
  const total = server.total();
  const again = await seb(runArguments(server, place), place);
  expect(again.code).toBe(0);
  expect(resultOf(again)).toMatchObject({ run: whole.run, status: 'finished' });
  expect(server.total()).toBe(total);
}
