import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What is compared with. Fetched into a scratch folder, never dependencies of ours. */
const wanted = { promptfoo: '^0.123.1', '@ai-sdk/openai-compatible': '^3.0.92' } as const;

export interface Peers {
  readonly folder: string;
  /** Null where it could not be fetched: then it is left out, and said so. */
  readonly versions: Readonly<Record<keyof typeof wanted, string | null>>;
}

/** Makes sure that the peers are in a folder outside the project; several minutes the first time. */
export function fetchPeers(folder = join(tmpdir(), 'seb-bench-peers')): Peers {
  mkdirSync(folder, { recursive: true });
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true, "type": "module" }\n');
  for (const [name, range] of Object.entries(wanted)) {
    if (versionOf(folder, name) !== null) continue;
    process.stderr.write(`fetching ${name}@${range} into ${folder}\n`);
    try {
      const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${range}`];
      execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    } catch (error) {
      process.stderr.write(`${name} could not be fetched: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  const versions = {
    promptfoo: versionOf(folder, 'promptfoo'),
    '@ai-sdk/openai-compatible': versionOf(folder, '@ai-sdk/openai-compatible'),
  };
  return { folder, versions };
}

function versionOf(folder: string, name: string): string | null {
  const file = join(folder, 'node_modules', name, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : null; // npm's own file
}
