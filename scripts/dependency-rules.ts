import { z } from 'zod';

const entry = z.looseObject({
  version: z.string().optional(),
  license: z.string().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  link: z.boolean().optional(),
  os: z.array(z.string()).optional(),
  hasInstallScript: z.boolean().optional(),
});
export const lockfile = z.looseObject({ packages: z.record(z.string(), entry) });
type Lockfile = z.infer<typeof lockfile>;

/** Licenses that allow everyone to use, change and redistribute what users install with `seb`. */
const allowed: ReadonlySet<string> = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BSL-1.0',
  'CC0-1.0',
  'BlueOak-1.0.0',
  'Unlicense',
]);

/** Whether an SPDX expression allows it: every part of an AND, one part of an OR. */
export function isAllowed(expression: string): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1').trim();
  if (/[()]/.test(plain)) return false; // nested: to be looked at by a person
  if (plain.includes(' OR ')) return plain.split(' OR ').some(isAllowed);
  return plain.split(' AND ').every((name) => allowed.has(name.trim()));
}

interface Rules {
  /** Places of the packages that reach a user: installed beside `seb`, or in its bundle. */
  readonly shipped: ReadonlySet<string>;
  /** License that an installed package names in its own manifest; null where it is not installed or names none. */
  readonly installedLicense: (place: string) => string | null;
}

/** Returns the problems of the lock file, one line each: licenses of packages that reach a user, and the sources of all. */
export function problemsOf({ packages }: Lockfile, { shipped, installedLicense }: Rules): readonly string[] {
  return Object.entries(packages).flatMap(([place, each]) => {
    if (place === '') return [];
    const name = `${place.replace(/^.*node_modules\//, '')}@${each.version ?? '?'}`;
    const problems: string[] = [];
    if (each.link === true) problems.push(`${name} is a link`);
    if (each.resolved !== undefined && !each.resolved.startsWith('https://')) {
      problems.push(`${name} comes from ${each.resolved}`);
    }
    // Packages of other platforms could not be fetched where the lock file was made (decision 3).
    if (each.integrity === undefined && each.os === undefined) problems.push(`${name} has no integrity hash`);
    if (!shipped.has(place)) return problems;
    const license = each.license ?? installedLicense(place);
    if (license === null) problems.push(`${name} names no license`);
    else if (!isAllowed(license)) problems.push(`${name} has the license ${license}`);
    if (each.hasInstallScript === true && each.optional !== true) problems.push(`${name} runs a script when installed`);
    return problems;
  });
}
