import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { linesOf, namesIn, readText } from './read-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-lines-'));
const file = join(folder, 'text');
afterAll(() => rmSync(folder, { recursive: true }));

function lines(content: string | Uint8Array): readonly string[] {
  writeFileSync(file, content);
  return [...linesOf(file)];
}

describe('linesOf', () => {
  test('yields the lines of the whole text, wherever chunks end', () => {
    const marked = `${'a'.repeat(65_535)}\n\ufeffb\nc`; // a byte order mark where the second chunk begins
    const long = fc
      .tuple(fc.stringMatching(/^[a-zé\n€😀]{1,20}$/u), fc.integer({ min: 1, max: 60_000 }))
      .map(([text, times]) => text.repeat(times));
    fc.assert(
      fc.property(fc.oneof(long, fc.constantFrom('', '\n', '\n\n', '\ufeffa\nb', 'a\r\nb', marked)), (text) => {
        expect(lines(text)).toEqual(readText(file).split('\n'));
      }),
      { seed: 8, numRuns: 40 },
    );
  });

  test('refuses invalid UTF-8, also at the end, and unreadable files', () => {
    const bytes = Buffer.from(`${'a\n'.repeat(300_000)}é`);
    expect(() => lines(bytes.subarray(0, -1))).toThrow('not UTF-8');
    expect(() => [...linesOf(join(folder, 'nothing'))]).toThrow('file not found');
    expect(() => [...linesOf(folder)]).toThrow('is a folder, and a file is expected here');
  });
});

describe('readText of something other than a plain file', () => {
  test('is refused at once: pipes without a writer, endless devices, circular links', () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const path of [pipe, '/dev/zero', '/dev/null']) {
      expect(() => readText(path)).toThrow('not a regular file');
      expect(() => [...linesOf(path)]).toThrow('not a regular file');
    }
    const loop = join(folder, 'loop');
    symlinkSync('loop', loop);
    expect(() => namesIn(loop)).toThrow('ELOOP');
    expect(() => readText(loop)).toThrow('ELOOP');
  });

  test('is refused where it is larger than a string can be', () => {
    const large = join(folder, 'large');
    closeSync(openSync(large, 'w'));
    truncateSync(large, 2 ** 30); // a sparse file: it takes no disk space
    expect(() => readText(large)).toThrow('the maximum for this format');
  });
});
