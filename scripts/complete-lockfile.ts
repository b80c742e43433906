/**
 * Adds to package-lock.json the optional packages of other platforms that npm left out because the registry in use does
 * not have them: without their entries `npm ci` refuses the file. They carry no integrity hash; npm fills it in on the
 * platform that installs them. Run after every `npm install` that changes the lock file: npm run lockfile, or npm run lockfile site
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const entry = z.looseObject({
  version: z.string().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const lockfile = z.looseObject({ packages: z.record(z.string(), entry) });

const systems: Readonly<Record<string, string>> = {
  android: 'android',
  darwin: 'darwin',
  mac: 'darwin',
  linux: 'linux',
  win: 'win32',
  win32: 'win32',
};
const processors: Readonly<Record<string, string>> = {
  arm64: 'arm64',
  x64: 'x64',
  arm: 'arm',
  armv7l: 'arm',
  riscv64: 'riscv64',
};

/** os and cpu as the package's name tells them; null where it tells none: then it is no platform package. */
function platformOf(name: string): { os: string[]; cpu: string[]; libc?: string[] } | null {
  const words = name.split(/[/-]/);
  const os = words.map((word) => systems[word]).find((system) => system !== undefined);
  const cpu = words.map((word) => processors[word]).find((processor) => processor !== undefined);
  if (os === undefined || cpu === undefined) return null;
  return { os: [os], cpu: [cpu], ...(words.includes('musl') ? { libc: ['musl'] } : {}) };
}

const [folder = '.'] = process.argv.slice(2);
const repository = new URL('../', import.meta.url);
const manifest = z.object({ overrides: z.record(z.string(), z.record(z.string(), z.string())).optional() });
const { overrides } = manifest.parse(JSON.parse(readFileSync(new URL(`${folder}/package.json`, repository), 'utf8')));
const overridden = new Set(Object.values(overrides ?? {}).flatMap((names) => Object.keys(names)));

const file = new URL(`${folder}/package-lock.json`, repository);
const lock: z.infer<typeof lockfile> = JSON.parse(readFileSync(file, 'utf8'));
lockfile.parse(lock); // checked only: a parsed copy has its keys in another order

/** Returns whether the file has a version of a package, at the top or below the package that needs it. */
function isListed(name: string, version: string): boolean {
  const place = `node_modules/${name}`;
  return Object.entries(lock.packages).some(
    ([each, found]) => each === place || (each.endsWith(`/${place}`) && found.version === version),
  );
}

const added: string[] = [];
for (const { optionalDependencies } of Object.values(lock.packages)) {
  for (const [name, range] of Object.entries(optionalDependencies ?? {})) {
    const place = `node_modules/${name}`;
    const platform = platformOf(name);
    const exact = /^\d+\.\d+\.\d+/.test(range);
    if (isListed(name, range) || overridden.has(name) || platform === null || !exact) continue;
    lock.packages[place] = { version: range, optional: true, dev: true, ...platform };
    added.push(`${name}@${range}`);
  }
}
const [root, ...others] = Object.entries(lock.packages);
const sorted = others.sort(([a], [b]) => (a < b ? -1 : 1));
lock.packages = Object.fromEntries(root === undefined ? sorted : [root, ...sorted]);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(added.length === 0 ? 'nothing to add\n' : `added ${added.join(', ')}\n`);
