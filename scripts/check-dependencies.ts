/**
 * Checks what users get with the package, installed or bundled: licenses, sources, install scripts; then asks the registry for
 * known vulnerabilities. Fails on what is wrong. A registry that cannot be asked is said so, on stdout, and fails nothing:
 * not knowing is no finding, and no all-clear either.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { lockfile, problemsOf } from './dependency-rules.ts';
import { shippedPackages } from './shipped-packages.ts';

const root = new URL('..', import.meta.url);
const licensed = z.looseObject({ license: z.string().optional().catch(undefined) });

function installedLicense(place: string): string | null {
  const manifest = new URL(`${place}/package.json`, root);
  if (!existsSync(manifest)) return null;
  return licensed.parse(JSON.parse(readFileSync(manifest, 'utf8'))).license ?? null;
}

const { lock, installed, bundled } = await shippedPackages();
const shipped = new Set([...installed, ...bundled]);
const siteLock = lockfile.parse(JSON.parse(readFileSync(new URL('site/package-lock.json', root), 'utf8')));
const problems = [
  ...problemsOf(lock, { shipped, installedLicense }),
  ...problemsOf(siteLock, { shipped: new Set(), installedLicense }),
];
process.stdout.write(
  problems.length === 0
    ? `dependencies: ${installed.size} packages that users install and ${bundled.size} in the bundle, licenses and sources are as expected\n`
    : `dependencies:\n${problems.map((problem) => `  ${problem}\n`).join('')}`,
);

const audited = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), nodes: z.array(z.string()) })),
});

/** Vulnerabilities that the registry knows of: none, some, or not known because it could not be asked. */
function audit(): boolean {
  const options = { cwd: fileURLToPath(root), encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
  const found = audited.safeParse(parsed(spawnSync('npm', ['audit', '--json'], options).stdout));
  if (!found.success) {
    process.stdout.write('audit: NOT DONE, the registry could not be asked for known vulnerabilities\n');
    return true;
  }
  const known = Object.values(found.data.vulnerabilities).filter(({ nodes }) =>
    nodes.some((each) => shipped.has(each)),
  );
  const grave = known.filter(({ severity }) => severity === 'high' || severity === 'critical');
  process.stdout.write(
    `audit: ${known.length} packages with known vulnerabilities, ${grave.length} of them high or critical\n`,
  );
  return grave.length === 0;
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
