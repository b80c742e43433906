import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TextFile } from './text-file.ts';

const part = 1 << 20; // characters of a long line that are written together

it('writes short and long lines in order, and divides no character of a long one', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'seb-text-')), 'lines.jsonl');
  const lines = [
    'first',
    `${'a'.repeat(part - 1)}😀${'é'.repeat(part)}`, // the emoji is on the boundary
    `${'a'.repeat(2 * part - 1)}😀`,
    'x'.repeat(part + 1),
    'last',
  ];
  const file = new TextFile(path);
  for (const line of lines) file.writeLine(line);
  file.close();
  expect(readFileSync(path, 'utf8') === `${lines.join('\n')}\n`).toBe(true); // not compared as text: too long to print
});
