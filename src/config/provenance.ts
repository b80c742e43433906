import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { RunSettings } from '../domain/run-config.ts';
import type { Provenance } from '../store/store.ts';
import type { Json } from '../util/canonical-json.ts';
import { hideCredentials } from '../util/text.ts';

const manifest = z.object({ version: z.string(), dependencies: z.record(z.string(), z.string()) });

/** Folder of the package: of this repository, or where the installed package lies. */
export function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

function readManifest() {
  return manifest.parse(JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')));
}

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

export function gitCommit(): string | null {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null; // not a repository, or no git
  }
}

/** What a run was made with. Keys come from the environment only; a store's password does not stay in the command. */
export function provenance(settings: RunSettings, extra: { prices: Json; notes: readonly string[] }): Provenance {
  const { version, dependencies } = readManifest();
  const packages = Object.keys(dependencies).flatMap((name) => {
    const installed = installedVersion(name);
    return installed === null ? [] : [[name, installed] as const];
  });
  return {
    sebVersion: version,
    nodeVersion: process.version,
    platform: `${process.platform} ${process.arch}`,
    gitCommit: gitCommit(),
    packages: Object.fromEntries(packages),
    command: hideCredentials(['seb', ...process.argv.slice(2)].join(' ')),
    settings,
    prices: extra.prices,
    notes: extra.notes,
  };
}
