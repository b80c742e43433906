import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ownFilesIn } from './read-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-neighbors-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('ownFilesIn', () => {
  it('returns the regular files, and neither links, broken links nor folders', () => {
    writeFileSync(join(folder, 'results_1.json'), '{}');
    mkdirSync(join(folder, 'results_folder.json'));
    symlinkSync('results_1.json', join(folder, 'results_2.json'));
    symlinkSync('../secret.txt', join(folder, 'results_3.json'));
    symlinkSync('nowhere', join(folder, 'results_4.json'));
    expect(ownFilesIn(folder)).toEqual(['results_1.json']);
    expect(ownFilesIn(join(folder, 'nowhere'))).toEqual([]);
  });
});
