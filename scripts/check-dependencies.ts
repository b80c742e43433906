/**
 * Checks what users install with the package: licenses, sources, install scripts; then asks the registry for known
 * vulnerabilities. Fails on what is wrong. A registry that cannot be asked is said so, on stdout, and fails nothing:
 * not knowing is no finding, and no all-clear either.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { lockfile, problemsOf } from './dependency-rules.ts';

const root = new URL('..', import.meta.url);
const licensed = z.looseObject({ license: z.string().optional().catch(undefined) });

function installedLicense(place: string): string | null {
  const manifest = new URL(`${place}/package.json`, root);
  if (!existsSync(manifest)) return null;
  return licensed.parse(JSON.parse(readFileSync(manifest, 'utf8'))).license ?? null;
}

const lock = lockfile.parse(JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')));
const problems = problemsOf(lock, { installedLicense });
const runtime = Object.entries(lock.packages).filter(([place, { dev }]) => place !== '' && dev !== true).length;
process.stdout.write(
  problems.length === 0
    ? `dependencies: ${runtime} packages that users install, licenses and sources are as expected\n`
    : `dependencies:\n${problems.map((problem) => `  ${problem}\n`).join('')}`,
);

const counts = z.object({
  metadata: z.object({ vulnerabilities: z.object({ high: z.number(), critical: z.number(), total: z.number() }) }),
});

/** Vulnerabilities that the registry knows of: none, some, or not known because it could not be asked. */
function audit(): boolean {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: fileURLToPath(root),
    encoding: 'utf8',
  });
  const found = counts.safeParse(parsed(stdout));
  if (!found.success) {
    process.stdout.write('audit: NOT DONE, the registry could not be asked for known vulnerabilities\n');
    return true;
  }
  const { high, critical, total } = found.data.metadata.vulnerabilities;
  process.stdout.write(`audit: ${total} known vulnerabilities, ${high + critical} of them high or critical\n`);
  return high + critical === 0;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // no answer of the registry's
  }
}

const clean = audit();
if (problems.length > 0 || !clean) process.exitCode = 1;
