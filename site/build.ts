/**
 * Builds the site of the documentation into dist-site/, without the network: the API reference from the declarations of
 * all entries, then the pages. A dead link is an error. Run: npm run site, after npm ci --prefix site
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = join(root, 'node_modules', '.bin', 'tsc');

/** Entries of the package: the page's name, and the declarations' path in the build. */
const entries = [
  ['index-entry', 'index', 'self-execution-benchmark'],
  ['stats', 'stats', 'self-execution-benchmark/stats'],
  ['report', 'report', 'self-execution-benchmark/report'],
  ['study', 'study', 'self-execution-benchmark/study'],
  ['properties', 'properties', 'self-execution-benchmark/properties'],
] as const;

if (!existsSync(join(root, 'site', 'node_modules'))) {
  process.stderr.write('the packages of the site are missing: run `npm ci --prefix site` first\n');
  process.exit(1);
}
execFileSync(tsc, ['-p', join('site', 'tsconfig.json')], { cwd: root, stdio: 'inherit' });
const [{ build }, { referencePage }] = await Promise.all([import('vitepress'), import('./api-reference.ts')]);

const work = mkdtempSync(join(tmpdir(), 'seb-site-'));
try {
  execFileSync(tsc, ['-p', 'tsconfig.build.json', '--emitDeclarationOnly', '--outDir', work], { cwd: root });
  const folder = join(root, 'docs', 'reference');
  mkdirSync(folder, { recursive: true });
  for (const [page, entry, name] of entries) {
    writeFileSync(join(folder, `${page}.md`), referencePage({ root, declarations: join(work, `${entry}.d.ts`), name }));
  }
  await build(join(root, 'site'));
} finally {
  rmSync(work, { recursive: true, force: true });
}
