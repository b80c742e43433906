/**
 * Copies examples/ into a folder as a user's project needs them: imported from the package, not from its sources.
 * Run: node scripts/build-examples.ts FOLDER
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../examples/', import.meta.url));

/** Returns an example that imports the package. Throws when it would still import a file of this repository. */
export function importingPackage(text: string): string {
  const changed = text
    .replaceAll("'../src/index.ts'", "'self-execution-benchmark'")
    .replaceAll(
      /^\/\/ node examples\/(\S+)\.ts .*$/gm,
      '// Copy it into your project as $1.mts (Node runs no TypeScript in node_modules), then: node $1.mts',
    )
    .replaceAll(/ +\(in a project of your own: import from 'self-execution-benchmark'\)/g, '');
  if (/from '\.\.\//.test(changed)) throw new Error('an example may import only ../src/index.ts');
  return changed;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('name the folder to copy into');
  mkdirSync(folder, { recursive: true });
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const copy = join(folder, relative(source, file));
    const text = readFileSync(file, 'utf8');
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, entry.name.endsWith('.ts') ? importingPackage(text) : text);
  }
}
