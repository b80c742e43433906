import { readFileSync } from 'node:fs';
import { bundle, bundledPackages } from './bundle.ts';
import { lockfile } from './dependency-rules.ts';

const root = new URL('..', import.meta.url);

/** Packages of the lock file that reach a user, by their folder from the root of the repository. */
export interface ShippedPackages {
  readonly lock: ReturnType<typeof lockfile.parse>;
  /** Packages that npm installs beside this one, the optional ones included. */
  readonly installed: ReadonlySet<string>;
  /** Packages whose code is in the bundle. */
  readonly bundled: ReadonlySet<string>;
}

/** Returns what users get with `seb`; bundles the program to see what is in it. */
export async function shippedPackages(): Promise<ShippedPackages> {
  const lock = lockfile.parse(JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')));
  const installed = Object.entries(lock.packages).flatMap(([place, { dev }]) =>
    place === '' || dev === true ? [] : [place],
  );
  return { lock, installed: new Set(installed), bundled: new Set(bundledPackages(await bundle(null))) };
}
