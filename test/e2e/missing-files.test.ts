import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { unreadablePath } from '../../src/data/files/unreadable-path.ts';
import { sebHere } from '../support/in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-unreadable-'));
const missing = join(folder, 'none.csv');
writeFileSync(join(folder, 'file'), '');
mkdirSync(join(folder, 'rows'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Every command that reads a file of the user, without the path. */
const readers: readonly (readonly [string, ...string[]])[] = [
  ['items of a run', 'run', '--model', 'simulated/a', '--dry-run', '--items', `association=${missing}`],
  ['prices', 'run', '--model', 'simulated/a', '--dry-run', '--prices', missing],
  ['attributes of models', 'attributes', missing],
  ['benchmark scores', 'rasch', missing],
  ['a log', 'report', missing],
  ['logs to compare', 'compare', missing, join(folder, 'other', 'none.csv')],
  ['a log to import', 'import', missing],
  ['rows to check', 'data', 'check', missing],
  ['items to draw', 'data', 'draw', 'association', '--from', missing],
  ['tables of a study', 'study', 'import', missing, missing],
  ['a study', 'study', 'introspection', missing],
  ['a configuration', 'run', '--config', missing],
  ['source examples', 'train', 'rows', '--examples', missing, '--arm', 'self', '--out', join(folder, 'out')],
  ['rows of a job', 'train', 'start', '--rows', missing, '--base', 'b', '--port', 'simulated'],
  ['statements of a card', 'card', '--statements', missing],
  ['items of a new configuration', 'init', '--model', 'simulated/a', '--experiment', 'know', '--items', missing],
];

describe('unreadablePath', () => {
  it.each(readers)('is how every command says that a path has no file: %s', async (_, ...args) => {
    const { code, stderr } = await sebHere(args, { folder });
    expect(code).not.toBe(0);
    expect(stderr.replace(/\s+/g, ' ')).toMatch(/file not found: \S*none\.csv/);
    expect(stderr).not.toMatch(/ENOENT|cannot read/);
  });

  it.each([
    ['ENOENT', 'file not found: a', 'check the path: it is relative to the current folder'],
    ['ENOTDIR', 'file not found: a', 'check the path: it is relative to the current folder'],
    ['EISDIR', 'a is a folder, and a file is expected here', 'give the path of a file in it'],
    ['ELOOP', 'a cannot be read (ELOOP)', 'check its permissions'],
    ['EACCES', 'a cannot be read (EACCES)', 'check its permissions'],
  ])('says what to do about %s', (code, message, hint) => {
    expect(unreadablePath('a', Object.assign(new Error('x'), { code }))).toMatchObject({ message, hint });
  });

  it('says of a folder that it is missing, or that it is a file', () => {
    const of = (code: string) => unreadablePath('a', Object.assign(new Error('x'), { code }), { of: 'folder' }).message;
    expect([of('ENOENT'), of('ENOTDIR')]).toEqual(['folder not found: a', 'a is not a folder']);
  });
});
