import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '../../util/app-error.ts';
import { packageFolder } from '../../util/package-files.ts';

/** Script and style sheet of the viewer. */
interface ViewerAssets {
  readonly script: string;
  readonly style: string;
}

/** Reads the built viewer of the package. In a checkout it is rebuilt when its sources have changed (about two seconds). */
export async function viewerAssets(): Promise<ViewerAssets> {
  const root = packageFolder();
  const isCheckout = existsSync(join(root, 'viewer', 'main.tsx'));
  return readAssets(isCheckout ? await builtInCheckout(root) : join(root, 'dist', 'viewer'));
}

function readAssets(folder: string): ViewerAssets {
  const text = (name: string) => readFileSync(join(folder, name), 'utf8');
  return { script: text('viewer.js'), style: text('viewer.css') };
}

async function builtInCheckout(root: string): Promise<string> {
  const cache = join(root, 'node_modules', '.cache', 'seb-viewer');
  const built = join(cache, sourceHash(root));
  if (existsSync(built)) return built;
  mkdirSync(cache, { recursive: true });
  const making = join(cache, `making-${randomUUID()}`);
  try {
    // in a child process, whose end frees the bundler's memory
    await promisify(execFile)(process.execPath, [join(root, 'scripts', 'build-viewer.ts'), making]);
    for (const name of readdirSync(cache))
      if (!name.startsWith('making-')) rmSync(join(cache, name), { recursive: true });
    renameSync(making, built);
  } catch (cause) {
    rmSync(making, { recursive: true, force: true });
    if (existsSync(built)) return built; // another process has built it meanwhile
    throw new AppError('viewer-build', 'the viewer could not be built', {
      hint: 'run `npm ci` in the checkout: the viewer needs its development packages',
      cause,
    });
  }
  return built;
}

const importPath = /(?:\bfrom\s*|\bimport\s*\(?\s*)'(\.[^']+)'/g;

/** Returns the files of the viewer's build: those of `viewer/` and, from there, every file that one of them imports. */
function buildSources(root: string): readonly string[] {
  const viewer = join(root, 'viewer');
  const found = new Set([
    join(root, 'scripts', 'build-viewer.ts'),
    ...readdirSync(viewer, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  ]);
  for (const file of found) {
    if (!/\.tsx?$/.test(file)) continue;
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(importPath)) {
      const imported = join(dirname(file), path);
      if (existsSync(imported)) found.add(imported);
    }
  }
  return [...found].toSorted();
}

function sourceHash(root: string): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const file of buildSources(root)) hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}
