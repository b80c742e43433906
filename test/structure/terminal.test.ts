import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../src', import.meta.url));

const writers: readonly string[] = ['util/terminal.ts', 'cli/seb.ts'];

describe('src', () => {
  it('writes to the terminal in one place', () => {
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('/client/'),
    );
    const writing = files.filter((name) =>
      /\bstd(out|err)\.write\(|\bconsole\.\w+\(|\bNodeJS\.WriteStream\b[\s\S]*\.write\(/.test(
        readFileSync(join(root, name), 'utf8'),
      ),
    );
    expect(writing.filter((name) => !writers.includes(name))).toEqual([]);
  });
});
