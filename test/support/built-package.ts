import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../structure/source-files.ts';

/**
 * Returns the folder of a built package: the installed one that SEB_INSTALLED names (scripts/check-package.sh), or the bundle of
 * this checkout in a new folder, beside links to the files that the package ships.
 */
export function builtPackage(): string {
  const installed = process.env.SEB_INSTALLED;
  if (installed !== undefined) return installed;
  const folder = mkdtempSync(join(tmpdir(), 'seb-built-'));
  const build = (script: string, into: string) =>
    execFileSync(process.execPath, [join(root, 'scripts', script), join(folder, into)], { cwd: root, stdio: 'pipe' });
  build('bundle.ts', 'dist');
  build('build-viewer.ts', 'dist/viewer');
  mkdirSync(join(folder, 'model'));
  for (const link of ['data', 'model/weights', 'node_modules'])
    symlinkSync(join(root, link), join(folder, link), 'dir');
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  return folder;
}
