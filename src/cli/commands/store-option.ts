import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { runOf } from '../../config/chosen-run.ts';
import type { Recorded } from '../../config/replay-source.ts';
import { defaultStoreLocation, parseStoreLocation, type StoreLocation } from '../../store/location.ts';
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

/** A store for a command that may come to nothing before it writes. */
export interface StoreInTime {
  /** What is in it; of a file that is not there yet: nothing. */
  readonly found: Recorded;
  /** Opens it, or makes it. To be called once. */
  readonly open: () => Promise<Store>;
}

/** The same for a command that may come to nothing: a file that is not there is made only once it is asked for. */
export async function withStoreInTime<T>(
  location: string | undefined,
  use: (store: StoreInTime) => Promise<T>,
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
  } finally {
    for (const store of made) await store.close();
  }
}

/** The same for a command that only reads: a mistyped name must not leave an empty store behind. */
export async function withStoreThatIs<T>(location: string | undefined, use: (store: Store) => Promise<T>): Promise<T> {
  const parsed = parseStoreLocation(location ?? defaultStoreLocation());
  if (isMissing(parsed)) {
    throw new AppError('no-store', `there is no store ${location ?? defaultStoreLocation()}`, {
      hint: 'name one with --store, or make one with `seb run --model provider/model`',
    });
  }
  return await withStore(location, use);
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
