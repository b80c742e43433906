import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

/** What a program keeps for a user: what it can make again, and what it remembers. */
type UserFolder = 'cache' | 'state';

const macFolders = { cache: 'Caches', state: 'Application Support' } as const;
const xdgFolders = {
  cache: { variable: 'XDG_CACHE_HOME', usual: ['.cache'] },
  state: { variable: 'XDG_STATE_HOME', usual: ['.local', 'state'] },
} as const;

/** Returns the folder that the platform sets aside for caches or state of the user's programs; null if none is known. */
export function userFolder(kind: UserFolder, platform = process.platform, environment = process.env): string | null {
  const { variable, usual } = xdgFolders[kind];
  const named = platform === 'win32' ? environment.LOCALAPPDATA : environment[variable];
  if (named !== undefined && isAbsolute(named)) return named; // the XDG specification: a relative path is ignored
  const home = homedir();
  if (!isAbsolute(home)) return null;
  if (platform === 'win32') return join(home, 'AppData', 'Local');
  return platform === 'darwin' ? join(home, 'Library', macFolders[kind]) : join(home, ...usual);
}

/**
 * Returns whether a path, or the nearest folder above it that exists, is the current user's: `sudo` keeps HOME, and a user
 * who can write there could change what this one trusts. Throws where the path cannot be read.
 */
export function isOwnPath(path: string): boolean {
  if (!existsSync(path)) return isOwnPath(dirname(path));
  return process.getuid === undefined || statSync(path).uid === process.getuid();
}
