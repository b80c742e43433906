import { z } from 'zod';
import { checkArguments } from '../util/check-arguments.ts';
import { connect, connectToRead } from './sql/connect.ts';
import { storeOf } from './sql/migrated-store.ts';
import type { Store } from './store.ts';

const openArguments = z.object({ location: z.string() });

/** Opens or creates a store: an SQLite file (with its folder), or the database of a postgres:// URL. */
export async function openStore(location: string): Promise<Store> {
  checkArguments('openStore', openArguments, { location });
  return await storeOf(await connect(location));
}

/** Opens a store for a command that only reads; the store may be read-only. */
export async function openStoreToRead(location: string): Promise<Store> {
  return await storeOf(await connectToRead(location));
}
