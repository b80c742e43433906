import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../structure/source-files.ts';
import { recordingsFolder, withoutRecordings } from '../support/reference.ts';

describe.skipIf(recordingsFolder === null)(`docs/results${withoutRecordings}`, () => {
  it('and the table of real models in README.md hold what the commands print', () => {
    const script = join(root, 'scripts', 'make-results.ts');
    const check = () => execFileSync(process.execPath, [script, recordingsFolder ?? '', '--check'], { stdio: 'pipe' });
    expect(check).not.toThrow();
  }, 300_000);
});
