import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Archives, ArchiveThread, archivesHere } from './archives.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'seb-archives-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Names and texts of all lengths, also beyond one batch and one directory. */
const members = Array.from({ length: 700 }, (_, index) => ({
  name: `samples/é-${index}.json`,
  text: JSON.stringify({ index, text: '∀x '.repeat((index * 37) % 3_000) }),
}));

async function written(archives: Archives, name: string): Promise<readonly Buffer[]> {
  const paths = ['a', 'b'].map((part) => join(folder, `${name}-${part}.eval`));
  const [first, second] = paths.map((path) => archives.open(path));
  try {
    for (const { name, text } of members) {
      first?.add(name, text);
      second?.add(name, `${text}!`);
      await archives.room();
    }
    first?.finish();
    second?.finish();
    await archives.finish();
  } finally {
    archives.close();
  }
  return paths.map((path) => readFileSync(path));
}

test('members come back as they were, and the thread writes the same bytes', async () => {
  const here = await written(archivesHere, 'here');
  for (const [index, bytes] of here.entries()) {
    const texts = Object.entries(unzipSync(bytes)).map(([name, text]) => ({
      name,
      text: Buffer.from(text).toString(),
    }));
    expect(texts).toEqual(members.map(({ name, text }) => ({ name, text: index === 0 ? text : `${text}!` })));
  }
  const there = await written(new ArchiveThread(), 'there');
  expect(there.map((bytes, index) => bytes.equals(here[index] as Buffer))).toEqual([true, true]);
});

test('a file that cannot be written is an error, not silence', async () => {
  const archives = new ArchiveThread();
  const archive = archives.open(join(folder, 'no', 'such', 'folder.eval'));
  archive.finish();
  await expect(archives.finish()).rejects.toThrow(/ENOENT/);
  await expect(archives.room()).rejects.toThrow(/ENOENT/);
  archives.close();
});
