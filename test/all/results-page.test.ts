import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../structure/source-files.ts';
import { recordingsFolder, withoutRecordings } from '../support/reference.ts';

function check(...args: readonly string[]): void {
  execFileSync(process.execPath, [join(root, 'scripts', 'make-results.ts'), ...args, '--check'], { stdio: 'pipe' });
}

describe.skipIf(recordingsFolder === null)(`docs/results${withoutRecordings}`, () => {
  it('and the results of real models in README.md hold what the commands print', () => {
    expect(() => check(dirname(recordingsFolder ?? ''))).not.toThrow();
  }, 900_000);
});

describe('bench/notes/small-model-results.md', () => {
  it('holds what bench/notes/small-model.json has', () => {
    expect(() => check('--page', 'small-model')).not.toThrow();
  }, 120_000);
});
