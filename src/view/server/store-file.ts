import { statSync } from 'node:fs';
import { parseStoreLocation } from '../../store/location.ts';

/**
 * Returns a function that reports what happened to the file of a store since: null while it is the same file. A database
 * server reports its own errors.
 */
export function watchStoreFile(location: string): () => string | null {
  const parsed = parseStoreLocation(location);
  if (parsed.kind !== 'sqlite') return () => null;
  const before = identity(parsed.file);
  return () => {
    const now = identity(parsed.file);
    if (now === before) return null;
    return `the store ${parsed.file} was ${now === null ? 'deleted or moved' : 'replaced'}: stop the viewer and start it again`;
  };
}

/** Returns the device and number of a file; null where there is none. */
function identity(file: string): string | null {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.dev} ${stat.ino}`;
}
