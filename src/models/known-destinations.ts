import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Environment } from '../util/types.ts';
import { isOwnPath, userFolder } from '../util/user-folder.ts';
import { folderValue } from './folder-variables.ts';

/** Variable with which the user allows destinations that a file of a folder chose. */
export const allowVariable = 'SEB_ALLOW_KEY';

/** Returns a key and where it goes as one word: `MY_KEY=https://gpu.example/v1`. It holds the name of the key alone. */
export function destination(key: string, address: string): string {
  return `${key}=${address}`;
}

/** Returns the file of the user, outside of every project, with one destination in each line; null if there is none. */
function knownFile(): string | null {
  const folder = userFolder('state');
  return folder === null ? null : join(folder, 'self-execution-benchmark', 'key-destinations');
}

function knownDestinations(): ReadonlySet<string> {
  const file = knownFile();
  try {
    return new Set(file !== null && isOwnPath(file) ? readFileSync(file, 'utf8').split('\n') : []);
  } catch {
    return new Set(); // no file, or one that cannot be read: nothing is known
  }
}

/** Returns the destinations to which this user has sent no key so far, and which SEB_ALLOW_KEY does not allow. */
export function unknownDestinations(all: readonly string[], environment: Environment): readonly string[] {
  const isFolder = folderValue(allowVariable) !== null; // .env allows nothing
  const allowed = isFolder ? [] : (environment[allowVariable]?.split(/[\s,]+/) ?? []);
  const known = knownDestinations();
  return all.filter((each) => !known.has(each) && !allowed.includes(each));
}

/**
 * Remembers destinations that the user chose, so that continuing a run asks for nothing. Where the file cannot be written,
 * the user is asked.
 */
export function rememberDestinations(all: readonly string[]): void {
  const file = knownFile();
  if (file === null) return;
  const known = knownDestinations();
  const added = all.filter((each) => !known.has(each) && !/[\n\r]/.test(each));
  if (added.length === 0) return;
  try {
    if (!isOwnPath(file)) return;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    appendFileSync(file, added.map((each) => `${each}\n`).join(''), { mode: 0o600 });
  } catch {
    // a home folder that cannot be written
  }
}
