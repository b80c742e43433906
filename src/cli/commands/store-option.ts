import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { findRun } from '../../config/find-run.ts';
import type { Recorded } from '../../config/replay-source.ts';
import { defaultStoreLocation, parseStoreLocation, type StoreLocation } from '../../store/location.ts';
import { openStore, openStoreToRead } from '../../store/open.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';

/** Opens the store that a command was given, and closes it after use. */
export async function withStore<T>(location: string | undefined, use: (store: Store) => Promise<T>): Promise<T> {
  return await closing(await openStore(location ?? defaultStoreLocation()), use);
}

/** Closes a store after use. Where its use has failed, a failure to close it adds nothing. */
async function closing<T>(store: Store, use: (store: Store) => Promise<T>): Promise<T> {
  const result = await use(store).catch(async (error: unknown) => {
    await store.close().catch(() => {});
    throw error;
  });
  await store.close();
  return result;
}

/** A store for a command that may come to nothing before it writes. */
export interface LazyStore {
  /** What is in it; of a file that is not there yet: nothing. */
  readonly found: Recorded;
  /** Opens it, or makes it. To be called once. */
  readonly open: () => Promise<Store>;
}

/** The same for a command that may come to nothing: a file that is not there is made only once it is asked for. */
export async function withLazyStore<T>(
  location: string | undefined,
  use: (store: LazyStore) => Promise<T>,
): Promise<T> {
  if (!isMissing(parseStoreLocation(location ?? defaultStoreLocation()))) {
    return await withStore(location, (store) => use({ found: store, open: async () => store }));
  }
  const made: Store[] = [];
  const open = async () => {
    const store = await openStore(location ?? defaultStoreLocation());
    made.push(store);
    return store;
  };
  try {
    return await use({ found: { runs: async () => [], answers: async () => new Map() }, open });
  } catch (error) {
    for (const store of made.splice(0)) await store.close().catch(() => {}); // the error is that of its use
    throw error;
  } finally {
    for (const store of made) await store.close();
  }
}

/** The same for a command that only reads: a mistyped name must not leave an empty store behind. */
export async function withExistingStore<T>(
  location: string | undefined,
  use: (store: Store) => Promise<T>,
): Promise<T> {
  const parsed = parseStoreLocation(location ?? defaultStoreLocation());
  if (isMissing(parsed)) {
    throw new AppError('no-store', `there is no store ${location ?? defaultStoreLocation()}`, {
      hint: 'name one with --store, or make one with `seb run --model provider/model`',
    });
  }
  return await closing(await openStoreToRead(location ?? defaultStoreLocation()), use);
}

/** Folders that may not be looked into, and links to themselves: opening what is there says so. */
const unseen: readonly unknown[] = ['EACCES', 'ELOOP'];

function isMissing(location: StoreLocation): boolean {
  if (location.kind !== 'sqlite') return false;
  try {
    return statSync(location.file, { throwIfNoEntry: false }) === undefined;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && unseen.includes(error.code));
  }
}

/** A text option of a command; undefined where it was not given. */
export function textOption(command: Command, name: string): string | undefined {
  const value: unknown = command.opts()[name];
  return typeof value === 'string' ? value : undefined;
}

/** A list option of a command; null where it was not given. Commas separate names too. */
export function listOption(command: Command, name: string): readonly string[] | null {
  const value: unknown = command.opts()[name];
  return Array.isArray(value) ? value.flatMap((text) => String(text).split(',')) : null;
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
  return ids.length === 0 ? all : [...new Set(ids.map((id) => findRun(all, id)))];
}
