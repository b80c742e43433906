import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { once } from './remembered.ts';

/** Whether this program runs from its sources; otherwise from the bundled files of the package. */
export const isSource = import.meta.url.endsWith('.ts');

/** Returns the folder of the package: the repository, or the installed package. */
export const packageFolder = once((): string => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
});

/** Returns the path of a file or folder of the package, named from its root: `data/published/results.json`. */
export function packageFile(path: string): string {
  return join(packageFolder(), path);
}

/** Returns the version of the package. */
export const packageVersion = once((): string => {
  const { version }: { version?: unknown } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
  return String(version);
});

/**
 * Returns the path of a program (a worker thread or a child process), named from `src` without an extension, such as
 * `report/export/row-thread`: TypeScript in the repository, and a file of the bundle in the package.
 */
export function programFile(path: string): string {
  return packageFile(isSource ? `src/${path}.ts` : `dist/${path}.js`);
}
