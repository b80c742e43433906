import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { RunSettings } from '../../domain/run-config.ts';
import type { Provenance } from '../../store/store.ts';
import type { Json } from '../../util/canonical-json.ts';
import { once } from '../../util/remembered.ts';
import { hideCredentials } from '../../util/text.ts';

const manifest = z.object({ version: z.string(), dependencies: z.record(z.string(), z.string()) });

/** Returns the folder of the package: the repository, or the installed package. */
export function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

const readManifest = once(() =>
  manifest.parse(JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8'))),
);

export function sebVersion(): string {
  return readManifest().version;
}

function installedVersion(name: string): string | null {
  for (let folder = packageFolder(); ; folder = dirname(folder)) {
    const file = join(folder, 'node_modules', name, 'package.json');
    if (existsSync(file))
      return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version;
    if (folder === dirname(folder)) return null;
  }
}

/** Returns the versions of the dependencies that are installed. */
const installedPackages = once((): Readonly<Record<string, string>> => {
  const versions = Object.keys(readManifest().dependencies).map((name) => [name, installedVersion(name)] as const);
  return Object.fromEntries(versions.flatMap(([name, version]) => (version === null ? [] : [[name, version]])));
});

/** Returns the commit that was checked out at the first call; null outside a repository and without git. */
export const gitCommit = once((): string | null => {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null; // not a repository, or no git
  }
});

/**
 * Returns the environment that a run is created in. Keys come only from the environment; a store's password is removed
 * from the command.
 */
export function provenance(settings: RunSettings, extra: { prices: Json; notes: readonly string[] }): Provenance {
  return {
    sebVersion: sebVersion(),
    nodeVersion: process.version,
    platform: `${process.platform} ${process.arch}`,
    gitCommit: gitCommit(),
    packages: installedPackages(),
    command: hideCredentials(['seb', ...process.argv.slice(2)].join(' ')),
    settings,
    prices: extra.prices,
    notes: extra.notes,
  };
}
