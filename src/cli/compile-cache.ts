import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { isSource, packageFile, packageVersion } from '../util/package-files.ts';
import { isOwnPath, userFolder } from '../util/user-folder.ts';

/**
 * Lets Node keep compiled code, so that only the first command compiles it (and, in a checkout, strips its types). A checkout
 * keeps it in its own `node_modules`, a package in the cache folder of the user. Threads and child processes read the
 * variable NODE_COMPILE_CACHE, and a folder that it names already is used. Does nothing where the folder is another user's or
 * cannot be written.
 */
export function keepCompiled(): void {
  const own = () => (isSource ? packageFile('node_modules/.cache/seb-compiled') : cacheOfVersion(userFolder('cache')));
  const folder = process.env.NODE_COMPILE_CACHE || own(); // Node ignores an empty value
  if (folder === null) return;
  process.env.NODE_COMPILE_CACHE = folder;
  enableCompileCache(folder);
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
    if (!isOwnPath(folder)) return null;
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
