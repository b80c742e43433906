import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Builds the package into a folder of its own, as users have it (no types to strip), and gives its main file. A copy: what
 * changes in the sources while a benchmark runs does not change what it measures.
 */
export function buildPackage(project: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(project, 'package.json'), join(folder, 'package.json'));
  for (const name of ['node_modules', 'data', 'model']) symlinkSync(join(project, name), join(folder, name));
  const compiler = join(project, 'node_modules', 'typescript', 'bin', 'tsc');
  const args = [compiler, '-p', join(project, 'tsconfig.build.json'), '--outDir', join(folder, 'dist')];
  try {
    execFileSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  } catch {
    process.stderr.write('note: the sources have type errors; measured as they are\n'); // the compiler writes all the same
  }
  return join(folder, 'dist', 'cli', 'main.js');
}
