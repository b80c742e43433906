import { z } from 'zod';
import { checkArguments } from '../util/check-arguments.ts';
import type { Store } from './store.ts';

const openArguments = z.object({ location: z.string() });

/** Opens or creates a store: an SQLite file (with its folder), or the database of a postgres:// URL. */
export async function openStore(location: string): Promise<Store> {
  checkArguments('openStore', openArguments, { location });
  const { connect, storeOf } = await loadDatabase();
  return await storeOf(await connect(location));
}

/** Opens a store for a command that only reads; the store may be read-only. */
export async function openStoreToRead(location: string): Promise<Store> {
  const { connectToRead, storeOf } = await loadDatabase();
  return await storeOf(await connectToRead(location));
}

/** Loads what connects to databases, 280 modules that a command on logs does not need. */
async function loadDatabase() {
  return { ...(await import('./sql/connect.ts')), ...(await import('./sql/migrated-store.ts')) };
}
