import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Returns the TypeScript files below a folder of the repository, as paths from its root. */
export function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

export interface Import {
  readonly from: string;
  readonly to: string;
  /** Whether it is erased before execution, so that it cannot close a runtime cycle. */
  readonly typeOnly: boolean;
}

/** Matches `import ... from './x.ts'`, `export ... from './x.ts'`, `import './x.ts'` and `import('./x.ts')`. */
const statement = /(?:\b(?:import|export)\s+(type\b)?([^'";]*?)\bfrom\s*|\bimport\s*\(?\s*)'(\.[^']+)'/g;

/** Returns the imports of a file that lead to other files of the repository. */
export function importsOf(file: string, text: string): Import[] {
  return [...text.matchAll(statement)].map(([, type, clause = '', path = '']) => ({
    from: file,
    to: join(dirname(file), path).replaceAll('\\', '/'),
    typeOnly: type !== undefined || /^\s*\{(\s*type\s+[\w$]+(\s+as\s+[\w$]+)?\s*,?)+\s*\}\s*$/.test(clause),
  }));
}
