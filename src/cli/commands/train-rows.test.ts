import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sebHere } from '../../../test/support/in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-train-rows-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('seb train rows --examples', () => {
  it('makes rows of the example of docs/training.md with the command beside it', async () => {
    const page = readFileSync('docs/training.md', 'utf8');
    const [, line = ''] = /```json\n(\{"task".*\})\n```/.exec(page) ?? [];
    const [, command = ''] = /`seb (train rows --examples [^`]*)`/.exec(page) ?? [];
    writeFileSync(join(folder, 'own.jsonl'), `${line}\n`);
    const { code, stdout, stderr } = await sebHere(command.split(' '), { folder });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('1 training row, ');
    expect(readFileSync(join(folder, 'rows/self/rows.jsonl'), 'utf8')).toContain('wolf');
  });
});
