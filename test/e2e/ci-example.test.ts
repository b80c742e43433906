import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sebHere } from '../support/in-process.ts';
import { newFolder } from '../support/refusal.ts';

test('seb compare prints the numbers of the example of docs/ci.md', async () => {
  const page = readFileSync('docs/ci.md', 'utf8');
  const [, command = '', printed = ''] = /`seb (compare new\.csv [^`]*)`[^`]*```text\n([^`]*)```/.exec(page) ?? [];
  const folder = newFolder();
  const table = (right: (item: number) => boolean) =>
    ['item,model,correct', ...Array.from({ length: 40 }, (_, item) => `q${item},m,${right(item) ? 1 : 0}`)].join('\n');
  writeFileSync(
    join(folder, 'new.csv'),
    table((item) => item >= 4 && item < 30),
  );
  writeFileSync(
    join(folder, 'base.csv'),
    table((item) => (item < 4 || item >= 7) && item < 30),
  );
  const { stdout, stderr } = await sebHere(command.split(' '), { folder });
  expect(`${stdout}${stderr}`.replace(/\s+/g, ' ')).toContain(printed.replace(/\s+/g, ' ').trim());
  expect(printed).toContain('would fail in 4 of 5');
});
