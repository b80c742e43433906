import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../node_modules/.cache/seb-compiled', import.meta.url));

/**
 * Lets Node keep the compiled sources of a checkout, so that only the first command strips types from hundreds of
 * files. Threads and child processes read the variable. Does nothing in a built package, which has no types, and where
 * the folder cannot be written.
 */
export function keepCompiled(): void {
  if (!import.meta.url.endsWith('.ts')) return;
  process.env.NODE_COMPILE_CACHE ??= folder;
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
}
