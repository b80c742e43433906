import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refuseLinks } from './plain-files.ts';
import { parsePythonLiteral } from './python-literal.ts';

let folder: string;
let inside: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'seb-links-'));
  inside = join(folder, 'experiment 1', 'results');
  mkdirSync(inside, { recursive: true });
  writeFileSync(join(inside, 'a.csv'), 'a');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('refuseLinks', () => {
  const refused = { code: 'import-link', hint: expect.stringContaining('remove it') };

  it('accepts files and folders, and any entry outside of the folders that are read', () => {
    symlinkSync('/dev/zero', join(folder, 'other'));
    expect(() => refuseLinks(folder, /^experiment /)).not.toThrow();
  });

  it.each([
    ['a device', '/dev/zero'],
    ['itself', 'x.csv'],
    ['a file', 'a.csv'],
  ])('refuses a link to %s', (_, target) => {
    symlinkSync(target, join(inside, 'x.csv'));
    expect(() => refuseLinks(folder, /^experiment /)).toThrow(expect.objectContaining(refused));
  });

  it('refuses a link in place of a folder that is read, and a pipe', () => {
    symlinkSync('/etc', join(folder, 'experiment 2'));
    expect(() => refuseLinks(folder, /^experiment /)).toThrow(expect.objectContaining(refused));
    rmSync(join(folder, 'experiment 2'));
    execFileSync('mkfifo', [join(inside, 'pipe')]);
    expect(() => refuseLinks(folder, /^experiment /)).toThrow('not a plain file');
  });

  it('reports an unreadable folder', () => {
    symlinkSync('loop', join(folder, 'loop'));
    for (const path of [join(folder, 'loop'), join(inside, 'a.csv')])
      expect(() => refuseLinks(path, /^/)).toThrow(expect.objectContaining({ code: 'data-unreadable' }));
    expect(() => refuseLinks(join(folder, 'nowhere'), /^/)).toThrow(expect.objectContaining({ code: 'data-missing' }));
  });
});

describe('parsePythonLiteral', () => {
  it('refuses brackets that are nested too deeply', () => {
    expect(() => parsePythonLiteral('['.repeat(100_000))).toThrow(SyntaxError);
    expect(parsePythonLiteral(`${'['.repeat(150)}${']'.repeat(150)}`)).toBeInstanceOf(Array);
  });
});
