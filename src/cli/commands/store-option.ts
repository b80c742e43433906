import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { runOf } from '../../config/chosen-run.ts';
import { defaultStoreLocation, parseStoreLocation } from '../../store/location.ts';
import { openStore } from '../../store/open.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';

/** Opens the store that a command was given, and closes it after use. */
export async function withStore<T>(location: string | undefined, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(location ?? defaultStoreLocation());
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** The same for a command that only reads: a mistyped name must not leave an empty store behind. */
export async function withStoreThatIs<T>(location: string | undefined, use: (store: Store) => Promise<T>): Promise<T> {
  const parsed = parseStoreLocation(location ?? defaultStoreLocation());
  if (parsed.kind === 'sqlite' && isMissing(parsed.file)) {
    throw new AppError('no-store', `there is no store ${location ?? defaultStoreLocation()}`, {
      hint: 'name one with --store, or make one with `seb run --model provider/model`',
    });
  }
  return await withStore(location, use);
}

/** Folders that may not be looked into, and links to themselves: opening what is there says so. */
const unseen: readonly unknown[] = ['EACCES', 'ELOOP'];

function isMissing(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) === undefined;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && unseen.includes(error.code));
  }
}

/** A text option of a command; undefined where it was not given. */
export function textOption(command: Command, name: string): string | undefined {
  const value: unknown = command.opts()[name];
  return typeof value === 'string' ? value : undefined;
}

/** The seed of a command; undefined where it was not given. AppError where it is no whole number. */
export function seedOption(command: Command): number | undefined {
  const text = textOption(command, 'seed');
  if (text === undefined) return undefined;
  const seed = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isSafeInteger(seed)) return seed;
  throw new AppError('bad-number', `--seed needs a whole number, not "${text}"`, { hint: 'for example --seed 1' });
}

export function isSet(command: Command, name: string): boolean {
  return command.opts()[name] === true;
}

/** The runs of these ids (or unambiguous beginnings of ids), each once; all of the store, oldest first, without ids. */
export async function chosenRuns(store: Store, ids: readonly string[]): Promise<readonly RunRecord[]> {
  const all = (await store.runs()).toReversed();
  return ids.length === 0 ? all : [...new Set(ids.map((id) => runOf(all, id)))];
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
