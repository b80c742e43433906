import { dirname, join } from 'node:path';
import { parseStoreLocation } from '../../store/location.ts';
import { sha256 } from '../../util/canonical-json.ts';

/**
 * Returns the location of a store's index: next to its file, or under .seb/ for a database server. The index can be
 * deleted at any time.
 */
export function indexLocation(store: string): string {
  const parsed = parseStoreLocation(store);
  if (parsed.kind === 'sqlite') {
    const name = parsed.file.replace(/^.*[/\\]/, '').replace(/\.sqlite$/, '');
    return join(dirname(parsed.file), `${name}.index.sqlite`);
  }
  return join('.seb', `index-${sha256(parsed.shown).slice(0, 12)}.sqlite`);
}
