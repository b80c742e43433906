import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import nodeModule, { type LoadHookSync, type ResolveHookSync } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isSource, packageFile } from './package-files.ts';
import { once } from './remembered.ts';

/** The file of the user that was loaded last, which is the one with a syntax error. */
let lastLoaded = '';

/**
 * Imports a TypeScript or JavaScript file of the user and returns its exports. Whether it, or a file that it imports, is an
 * ES module depends on its syntax, not on the `type` in the nearest package.json. Where no package
 * `self-execution-benchmark` is installed, that name stands for this one. Throws an Error whose message starts with the
 * file and the line of the fault.
 */
export async function importFile(file: string): Promise<object> {
  registerOnce();
  lastLoaded = file;
  try {
    return await import(pathToFileURL(file).href);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${shown(faultPosition(cause, file))}: ${why}`, { cause });
  }
}

const registerOnce = once(() => nodeModule.registerHooks({ load: loadBySyntax, resolve: resolveThisPackage }));

const loadBySyntax: LoadHookSync = (url, context, nextLoad) => {
  if (!url.startsWith('file:') || url.includes('/node_modules/')) return nextLoad(url, context);
  lastLoaded = fileURLToPath(url);
  const extension = /\.[jt]s$/.exec(new URL(url).pathname)?.[0];
  if (extension === undefined || !hasModuleSyntax(readFileSync(lastLoaded, 'utf8'))) return nextLoad(url, context);
  return nextLoad(url, { ...context, format: extension === '.ts' ? 'module-typescript' : 'module' });
};

/** Returns whether a statement of the file begins with `import` or `export`. */
function hasModuleSyntax(text: string): boolean {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '');
  return /(?:^|;)[ \t]*(?:import|export)\b(?!\s*[(.=])/m.test(code.replace(/^import\s+\w+\s*=\s*require\b.*$/gm, ''));
}

const resolveThisPackage: ResolveHookSync = (specifier, context, nextResolve) => {
  try {
    return nextResolve(specifier, context);
  } catch (error) {
    const entry = entryOfThisPackage(specifier);
    if (entry === null) throw error;
    return nextResolve(entry, context);
  }
};

/** Returns the URL of the source or of the built file behind a name that this package exports. */
function entryOfThisPackage(specifier: string): string | null {
  const match = /^self-execution-benchmark(\/[a-z]+)?$/.exec(specifier);
  if (match === null) return null;
  const { exports }: { exports: Readonly<Record<string, { readonly default: string }>> } = JSON.parse(
    readFileSync(packageFile('package.json'), 'utf8'),
  );
  const file = exports[`.${match[1] ?? ''}`]?.default;
  if (file === undefined) return null;
  return pathToFileURL(packageFile(isSource ? file.replace('/dist/', '/src/').replace(/\.js$/, '.ts') : file)).href;
}

/** Returns a path relative to the current folder if it is in it. */
function shown(path: string): string {
  const fromHere = relative('.', path);
  return fromHere.startsWith('..') ? path : fromHere;
}

/** Returns `file:line` of the fault as far as it is known; the file alone otherwise. */
function faultPosition(cause: unknown, file: string): string {
  const stack = cause instanceof Error ? (cause.stack ?? '') : '';
  const heading = firstPosition(stack.split('\n')[0] ?? '');
  if (heading !== null) return heading;
  if (!(cause instanceof SyntaxError)) return frameIn(stack, file) ?? file;
  // Node does not say where an ES module has a syntax error, except when it only checks the file
  const checked = spawnSync(process.execPath, ['--check', lastLoaded], { encoding: 'utf8', timeout: 10_000 });
  return firstPosition(checked.stderr.split('\n')[0] ?? '') ?? lastLoaded;
}

/** Returns the position that is the whole line: V8 prints a syntax error under its file and line. */
function firstPosition(line: string): string | null {
  const [, path, number] = /^(\S.*):(\d+)$/.exec(line) ?? [];
  if (path === undefined || number === undefined) return null;
  return `${path.startsWith('file:') ? fileURLToPath(path) : path}:${number}`;
}

/** Returns the position of the topmost frame of a stack that is in the file; null if none is. */
function frameIn(stack: string, file: string): string | null {
  for (const place of [pathToFileURL(file).href, file]) {
    const [, after] = stack.split(`${place}:`);
    const line = Number.parseInt(after ?? '', 10);
    if (!Number.isNaN(line)) return `${file}:${line}`;
  }
  return null;
}
