import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

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
