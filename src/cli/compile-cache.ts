import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { isSource, packageFile, packageVersion } from '../util/package-files.ts';

/**
 * Lets Node keep compiled code, so that only the first command compiles it (and, in a checkout, strips its types). A checkout
 * keeps it in its own `node_modules`, a package in the cache folder of the user. Threads and child processes read the
 * variable NODE_COMPILE_CACHE, and a folder that it names already is used. Does nothing where the folder is another user's or
 * cannot be written.
 */
export function keepCompiled(): void {
  const own = () => (isSource ? packageFile('node_modules/.cache/seb-compiled') : cacheOfVersion(userCache()));
  const folder = process.env.NODE_COMPILE_CACHE || own(); // Node ignores an empty value
  if (folder === null) return;
  process.env.NODE_COMPILE_CACHE = folder;
  enableCompileCache(folder);
}

/** Returns the folder of the user's caches; null if none is known. */
export function userCache(platform = process.platform, environment = process.env): string | null {
  const named = platform === 'win32' ? environment.LOCALAPPDATA : environment.XDG_CACHE_HOME;
  if (named !== undefined && isAbsolute(named)) return named; // the XDG specification: a relative path is ignored
  const home = homedir();
  if (!isAbsolute(home)) return null;
  if (platform === 'win32') return join(home, 'AppData', 'Local');
  return platform === 'darwin' ? join(home, 'Library', 'Caches') : join(home, '.cache');
}

/**
 * Returns the folder for the compiled code of this version, and removes those of other versions when it creates it. Null
 * where it would be in a folder of another user: `sudo` keeps HOME, and a user who can write there could change the code that runs.
 */
export function cacheOfVersion(cache: string | null): string | null {
  if (cache === null) return null;
  const versions = join(cache, 'self-execution-benchmark', 'compiled');
  const folder = join(versions, packageVersion());
  try {
    if (!isOwn(nearestExisting(folder))) return null;
    if (existsSync(folder)) return folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const other of readdirSync(versions)) {
      if (other !== packageVersion()) rmSync(join(versions, other), { recursive: true, force: true });
    }
    return folder;
  } catch {
    return null; // a folder that cannot be read or written: every command compiles
  }
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}

function isOwn(folder: string): boolean {
  return process.getuid === undefined || statSync(folder).uid === process.getuid();
}
