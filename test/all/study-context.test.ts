import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudyDesign } from '../../src/study/design/design.ts';
import { sebHere } from '../support/in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-study-context-'));
const targets = ['ada', 'bo'].map(
  (name) => `gguf/${fileURLToPath(new URL(`../../model/weights/${name}.gguf`, import.meta.url))}`,
);

beforeAll(() => {
  const [ada = '', bo = ''] = targets;
  const trained: StudyDesign['trained'] = [
    { model: ada, base: ada, arm: 'self', target: ada },
    { model: bo, base: bo, arm: 'cross', target: ada },
  ];
  const design: StudyDesign = { targets, trained, itemsPerTask: { test: 1 }, tasks: ['animals'], contextSize: 768 };
  writeFileSync(join(folder, 'study.json'), JSON.stringify(design));
});
afterAll(() => rmSync(folder, { recursive: true }));

function study(...args: readonly string[]) {
  return sebHere(['study', 'introspection', 'study.json', ...args], { folder });
}

describe('seb study introspection --context-size', () => {
  it('overrides the length of the study file, and says why calls fail in too short a context', async () => {
    const { stderr, code } = await study('--context-size', '16');
    expect(code).toBe(2);
    expect(stderr).toContain('16 tokens of context each');
    expect(stderr).not.toContain('768');
    expect(stderr).toContain(
      'the step "execute targets on test items" is incomplete: 2 calls failed permanently; reason of',
    );
    expect(stderr).toContain('the context length of the model has been raised');
    expect(stderr).toContain('to continue the study, run the same command again');
  }, 240_000);

  it.each(['0', '-1', '1.5', 'much'])('refuses %s', async (size) => {
    const ended = await study('--dry-run', '--context-size', size);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toMatch(/context-?size/i);
  });
});
