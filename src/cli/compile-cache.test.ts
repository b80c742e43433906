import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageVersion } from '../util/package-files.ts';
import { cacheOfVersion } from './compile-cache.ts';

const program = `
  const { keepCompiled } = await import(${JSON.stringify(new URL('./compile-cache.ts', import.meta.url).href)});
  keepCompiled();
  await import(${JSON.stringify(new URL('../util/text.ts', import.meta.url).href)});
  const { Worker } = await import('node:worker_threads');
  const { getCompileCacheDir } = await import('node:module');
  console.log(getCompileCacheDir());
  new Worker("console.log(require('node:module').getCompileCacheDir())", { eval: true, execArgv: [] });`;

function foldersOf(env: Readonly<Record<string, string>>): readonly string[] {
  const { NODE_COMPILE_CACHE: _, ...own } = process.env;
  const options = { env: { ...own, ...env }, encoding: 'utf8' } as const;
  return execFileSync(process.execPath, ['--input-type=module', '-e', program], options).trim().split('\n');
}

describe('keepCompiled', () => {
  it('keeps compiled sources below node_modules, in threads too', () => {
    const [main, thread] = foldersOf({});
    expect(main).toContain(join('node_modules', '.cache', 'seb-compiled'));
    expect(thread).toBe(main);
  });

  it('uses the folder that the user has chosen', () => {
    const chosen = mkdtempSync(join(tmpdir(), 'seb-compiled-'));
    expect(foldersOf({ NODE_COMPILE_CACHE: chosen }).every((folder) => folder.startsWith(chosen))).toBe(true);
    expect(readdirSync(chosen, { recursive: true }).length).toBeGreaterThan(1);
    rmSync(chosen, { recursive: true });
  });

  it('compiles as usual where the folder cannot be written', () => {
    expect(foldersOf({ NODE_COMPILE_CACHE: '/dev/null/folder' })).toEqual(['undefined', 'undefined']);
  });
});

describe('cacheOfVersion', () => {
  const newCache = () => mkdtempSync(join(tmpdir(), 'seb-cache-'));

  it('makes a folder for this version that only the user can read, and removes those of other versions', () => {
    const cache = newCache();
    const versions = join(cache, 'self-execution-benchmark', 'compiled');
    mkdirSync(join(versions, '0.0.1'), { recursive: true });
    const folder = cacheOfVersion(cache);
    expect(folder).toBe(join(versions, packageVersion()));
    expect(readdirSync(versions)).toEqual([packageVersion()]);
    if (process.platform !== 'win32') expect(statSync(folder ?? '').mode & 0o777).toBe(0o700);
    rmSync(cache, { recursive: true });
  });

  it.skipIf(process.getuid?.() !== 0)('leaves a folder of another user alone (only root can try)', () => {
    const cache = newCache();
    chownSync(cache, 12_345, 12_345);
    expect(cacheOfVersion(cache)).toBe(null);
    expect(cacheOfVersion(join(cache, 'missing'))).toBe(null);
    expect(readdirSync(cache)).toEqual([]);
    rmSync(cache, { recursive: true });
  });

  it('is null where no folder can be made', () => {
    expect(cacheOfVersion(null)).toBe(null);
    expect(cacheOfVersion('/dev/null/cache')).toBe(null);
  });
});
