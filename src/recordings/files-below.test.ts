import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { filesBelow } from './files-below.ts';
import { readLogsAt } from './formats.ts';

const table = (model: string) =>
  ['model,item_id,is_correct', ...Array.from({ length: 9 }, (_, item) => `${model},i${item},${item % 2}`)].join('\n');

/** Returns a folder with a table, a folder with another one, links in a circle, and links to files inside and outside. */
function linkedFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'seb-links-'));
  const folder = join(root, 'logs');
  mkdirSync(join(folder, 'below'), { recursive: true });
  mkdirSync(join(root, 'outside'));
  writeFileSync(join(folder, 't.csv'), table('a'));
  writeFileSync(join(folder, 'below', 'u.csv'), table('b'));
  writeFileSync(join(root, 'outside', 'secret.csv'), table('secret'));
  symlinkSync('.', join(folder, 'loop'));
  symlinkSync('..', join(folder, 'below', 'loop'));
  symlinkSync('t.csv', join(folder, 'again.csv'));
  symlinkSync('../outside', join(folder, 'outside'));
  symlinkSync('../outside/secret.csv', join(folder, 'secret.csv'));
  return folder;
}

describe('filesBelow', () => {
  it('returns each file of a folder once, and follows no link in a circle, to a file twice or out of it', () => {
    const folder = linkedFolder();
    expect(filesBelow(folder)).toEqual({ files: [join(folder, 'below/u.csv'), join(folder, 't.csv')], links: 5 });
  });

  it('refuses a folder that does not exist', () => {
    expect(() => filesBelow(join(tmpdir(), 'seb-no-such-folder'))).toThrow('folder not found');
  });
});

describe('readLogsAt', () => {
  it.each([
    ['two columns of one name', 't.csv', 'model,item_id,correct,correct\nm,1,1,0\n'],
    ['two columns of outcomes', 't.csv', 'model,item_id,success,score\nm,1,true,0\n'],
    [
      'two lists of answers',
      't.json',
      '{"a":[{"id":1,"model":"m","correct":1}],"b":[{"id":2,"model":"m","correct":0}]}',
    ],
    ['a cut row', 't.csv', 'model,item_id,is_correct\nm,1,1\nm,2'],
  ])('passes over no table of answers that it cannot read: %s', async (_, name, content) => {
    const folder = mkdtempSync(join(tmpdir(), 'seb-open-'));
    writeFileSync(join(folder, 'sound.csv'), table('a'));
    writeFileSync(join(folder, 'notes.csv'), 'who,what\nme,that\n');
    expect(await readLogsAt(folder)).toHaveLength(1);
    writeFileSync(join(folder, name), content);
    await expect(readLogsAt(folder)).rejects.toThrow(/t\.(?:csv|json)/);
  });

  it('reads the logs of a folder with links, and says how many links it passed over', async () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const logs = await readLogsAt(linkedFolder());
    const said = written.mock.calls.map(([text]) => String(text)).join('');
    written.mockRestore();
    expect(logs.flatMap(({ models }) => models)).toEqual(['b', 'a']);
    expect(said).toMatch(/^note: passed over 5 symbolic links in .*logs\n$/);
  });
});
