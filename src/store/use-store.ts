import { statSync } from 'node:fs';
import { AppError } from '../util/app-error.ts';
import { defaultStoreLocation, parseStoreLocation, type StoreLocation } from './location.ts';
import { openStore, openStoreToRead } from './open.ts';
import type { Store } from './store.ts';

/** Opens the store at a location (absent: that of the current folder), and closes it after use. */
export async function withStore<T>(location: string | undefined, use: (store: Store) => Promise<T>): Promise<T> {
  return await closing(await openStore(location ?? defaultStoreLocation()), use);
}

/** Closes a store after use. If its use fails, that error is thrown and a failure to close is ignored. */
async function closing<T>(store: Store, use: (store: Store) => Promise<T>): Promise<T> {
  const result = await use(store).catch(async (error: unknown) => {
    await store.close().catch(() => {});
    throw error;
  });
  await store.close();
  return result;
}

export const emptyStore: Pick<Store, 'runs' | 'answers' | 'histories'> = {
  runs: async () => [],
  answers: async () => new Map(),
  histories: async () => [],
};

/** A store that is opened on demand, for an action that may fail before it writes. */
export interface LazyStore {
  /** Runs, answers and training jobs of the store; empty when its file does not exist yet. */
  readonly found: typeof emptyStore;
  /** Opens or creates the store. Call it once. */
  readonly open: () => Promise<Store>;
}

/** Passes a store to an action that may fail before it writes; a missing file is created only when `open` is called. */
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
    return await use({ found: emptyStore, open });
  } catch (error) {
    for (const store of made.splice(0)) await store.close().catch(() => {}); // the error of its use is thrown
    throw error;
  } finally {
    for (const store of made) await store.close();
  }
}

/**
 * Opens an existing store, which may be read-only, and closes it after use. AppError when it does not exist: a mistyped
 * name must not leave an empty store behind.
 */
export async function withExistingStore<T>(
  location: string | undefined,
  use: (store: Store) => Promise<T>,
  hint = 'give its file with --store, or create a store with `seb run --model provider/model`',
): Promise<T> {
  const parsed = parseStoreLocation(location ?? defaultStoreLocation());
  if (isMissing(parsed)) {
    throw new AppError('no-store', `store not found: ${location ?? defaultStoreLocation()}`, {
      hint,
    });
  }
  return await closing(await openStoreToRead(location ?? defaultStoreLocation()), use);
}

/** Error codes of inaccessible folders and circular links: opening the store reports them. */
const unseen: readonly unknown[] = ['EACCES', 'ELOOP'];

function isMissing(location: StoreLocation): boolean {
  if (location.kind !== 'sqlite') return false;
  try {
    return statSync(location.file, { throwIfNoEntry: false }) === undefined;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && unseen.includes(error.code));
  }
}
