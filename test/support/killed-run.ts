import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { type Ended, seb } from './command.ts';
import type { SimulatedServer } from './simulated-server.ts';

/** Kills of each scenario; the long form is SEB_KILLS=200. */
export const kills = Number(process.env.SEB_KILLS ?? 7);
export const callsAKill = 45;
export const concurrency = 4;
/** Calls between being sent and being stored: what a kill may cost. */
export const unstored = 2 * concurrency;

const itemsACall = 17; // calls of an item of each of the three experiments, two executions each
export const options = { limit: Math.ceil(((kills + 1) * callsAKill) / itemsACall), samples: 2 };

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'seb-kill-'));
}

export function runArguments({ baseUrl }: Pick<SimulatedServer, 'baseUrl'>): readonly string[] {
  const model = ['--model', 'openai-compatible/subject', '--base-url', baseUrl];
  const size = ['--limit', String(options.limit), '--samples', String(options.samples)];
  return ['run', ...model, ...size, '--concurrency', String(concurrency), '--json'];
}

/** By key. */
export type Stored = ReadonlyMap<string, string>;

function storeOf(folder: string): string {
  return join(folder, '.seb', 'store.sqlite');
}

/** Key and place of every answer in the store; looked at in a copy, so that the store is left as the kill left it. */
export function storedIn(folder: string): Stored {
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
 * The same beside a process that has the store open: a commit that the killed process was waiting for is not one to
 * whoever is still there, who writes over it; in a copy, which begins with a recovery, it would be.
 */
export function storedBeside(folder: string): Stored {
  return existsSync(storeOf(folder)) ? storedAt(storeOf(folder)) : new Map();
}

function storedAt(file: string): Stored {
  const database = new DatabaseSync(file, { timeout: 60_000 });
  const tables = database.prepare("select 1 from sqlite_master where name = 'answers'").all();
  const rows = tables.length === 0 ? [] : database.prepare('select key, block, place from answers').all();
  expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  database.close();
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  return new Map(rows.map(({ key, block, place }) => [String(key), `${block} ${place}`]));
}

/** Nothing that was stored is gone, or was stored again elsewhere. */
export function expectKept(kept: Stored, stored: Stored): void {
  for (const [key, place] of kept) expect(stored.get(key)).toBe(place);
}

/** Requests beyond one a call: what was asked again. */
export function repeatedSince({ script, asked }: SimulatedServer, before: ReadonlyMap<string, number>): number {
  let repeated = 0;
  for (const [prompt, calls] of script.calls) {
    const count = (asked.get(prompt) ?? 0) - (before.get(prompt) ?? 0);
    expect(count).toBeGreaterThanOrEqual(calls); // two executions of one prompt are two calls
    repeated += count - calls;
  }
  return repeated;
}

export async function estimates(folder: string): Promise<unknown> {
  const { stdout, code } = await seb(['report', '--json'], { folder });
  expect(code).toBe(0);
  const report = JSON.parse(stdout) as { estimates: unknown[] };
  expect(report.estimates.length).toBeGreaterThan(30);
  return report.estimates;
}

export function resultOf({ stdout }: Pick<Ended, 'stdout'>): { readonly run: string; readonly status: string } {
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { run: string; status: string }; // what `--json` prints
}

/** The run without a kill: what the others must end like. */
export async function undisturbed(server: SimulatedServer): Promise<{ readonly run: string; readonly folder: string }> {
  const folder = newFolder();
  const before = new Map(server.asked);
  const whole = await seb(runArguments(server), { folder });
  expect(whole).toMatchObject({ code: 0, signal: null });
  expect(repeatedSince(server, before)).toBe(0);
  expect(server.mostOpen()).toBeLessThanOrEqual(concurrency);
  expect(storedIn(folder).size).toBe(server.calls);
  return { run: resultOf(whole).run, folder };
}

/** The last sitting ends the run with every answer, the kept ones where they were, and another sends nothing. */
export async function expectEndsLike(
  whole: { readonly run: string; readonly folder: string },
  { folder, kept, server }: { readonly folder: string; readonly kept: Stored; readonly server: SimulatedServer },
): Promise<void> {
  const last = await seb(['resume', whole.run, '--json'], { folder });
  expect(last).toMatchObject({ code: 0, signal: null });
  expect(resultOf(last)).toMatchObject({ run: whole.run, status: 'finished' });
  const stored = storedIn(folder);
  expect([...stored.keys()].sort()).toEqual([...storedIn(whole.folder).keys()].sort());
  expectKept(kept, stored);
  const total = server.total();
  const again = await seb(runArguments(server), { folder });
  expect(again.code).toBe(0);
  expect(resultOf(again)).toMatchObject({ run: whole.run, status: 'finished' });
  expect(server.total()).toBe(total);
}
