import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ZipFile } from './zip-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'seb-zip-file-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('writes members of all lengths that another program unpacks', () => {
  const members = Array.from({ length: 700 }, (_, index) => ({
    name: `samples/é-${index}.json`,
    text: JSON.stringify({ index, text: '∀x '.repeat((index * 37) % 3_000) }),
  }));
  const path = join(folder, 'some.zip');
  const file = new ZipFile(path);
  for (const [index, { name, text }] of members.entries()) file.add(name, index % 2 === 0 ? text : Buffer.from(text));
  file.finish();
  const read = Object.entries(unzipSync(readFileSync(path)));
  expect(read.map(([name, bytes]) => ({ name, text: Buffer.from(bytes).toString() }))).toEqual(members);
});
