import type { Database } from '../database/database.ts';
import { parseStoreLocation } from '../location.ts';

/** Connects to the database at a location; loads only the dialect in use. */
export async function connect(location: string): Promise<Database> {
  const parsed = parseStoreLocation(location);
  if (parsed.kind === 'sqlite') return (await import('../sqlite/open.ts')).openSqlite(parsed.file);
  return (await import('../postgres/open.ts')).openPostgres(parsed);
}

/** Connects for a command that only reads: a file that cannot be written is opened as it is. */
export async function connectToRead(location: string): Promise<Database> {
  const parsed = parseStoreLocation(location);
  if (parsed.kind === 'postgres') return await connect(location);
  const { isReadOnly } = await import('../sqlite/file.ts');
  if (!isReadOnly(parsed.file)) return await connect(location);
  const { openSqliteReadOnly } = await import('../sqlite/open.ts');
  return await openSqliteReadOnly(parsed.file);
}
