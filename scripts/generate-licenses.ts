/** Writes THIRD_PARTY_LICENSES.md: every package that users install with `seb`, with its license. Run: npm run licenses */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { lockfile } from './dependency-rules.ts';

const root = new URL('..', import.meta.url);
const manifest = z.looseObject({ license: z.string().optional().catch(undefined) });

/** Returns the page: one row for each installed package and version, by name. */
export function thirdPartyLicenses(): string {
  const lock = lockfile.parse(JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')));
  const rows = Object.entries(lock.packages).flatMap(([place, { version, license, dev }]) => {
    if (place === '' || dev === true) return [];
    const file = new URL(`${place}/package.json`, root);
    const stated =
      license ?? (existsSync(file) ? manifest.parse(JSON.parse(readFileSync(file, 'utf8'))).license : undefined);
    return [`| ${place.replace(/^.*node_modules\//, '')} | ${version ?? 'not stated'} | ${stated ?? 'not stated'} |`];
  });
  return `# Licenses of dependencies\n\nPackages that users install with \`seb\`, from \`package-lock.json\` (optional ones included).\n\n| package | version | license |\n|---|---|---|\n${[...new Set(rows)].toSorted().join('\n')}\n`;
}

if (import.meta.main) writeFileSync(new URL('THIRD_PARTY_LICENSES.md', root), thirdPartyLicenses());
