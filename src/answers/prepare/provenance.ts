import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { RunSettings } from '../../domain/run-config.ts';
import type { Provenance } from '../../store/store.ts';
import type { Json } from '../../util/canonical-json.ts';
import { packageFile, packageFolder } from '../../util/package-files.ts';
import { once } from '../../util/remembered.ts';
import { hideCredentials } from '../../util/text.ts';

const versionsByName = z.record(z.string(), z.string());
const manifest = z.object({ version: z.string(), dependencies: versionsByName, peerDependencies: versionsByName });

const readManifest = once(() => manifest.parse(JSON.parse(readFileSync(packageFile('package.json'), 'utf8'))));

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

/** Returns the installed versions of the packages that are not part of the bundle: `sebVersion` fixes all others. */
const installedPackages = once((): Readonly<Record<string, string>> => {
  const { dependencies, peerDependencies } = readManifest();
  const names = Object.keys({ ...dependencies, ...peerDependencies });
  const versions = names.map((name) => [name, installedVersion(name)] as const);
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
