import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sebHere } from '../support/in-process.ts';

const models = ['simulated/a?self=0.8', 'simulated/b?self=0.5'];
const [, part = ''] = models;

/** Returns a command that reads the store of a new run of these models. */
async function storeOf(...flags: readonly string[]) {
  const store = join(mkdtempSync(join(tmpdir(), 'seb-parts-')), 'store.sqlite');
  const run = await sebHere(['run', '--experiment', 'restriction', '--limit', '30', '--store', store, ...flags]);
  expect(run.code, run.stderr).toBe(0);
  return async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await sebHere([...args, '--store', store]);
    return { code, stdout: stdout.replaceAll(/\s+/g, ' '), stderr: stderr.replaceAll(/\s+/g, ' ') };
  };
}

describe('compare', () => {
  it.each([
    ['--predict-only', 'has predictions, and no answers of its own to compare them with'],
    ['--execute-only', 'has answers, and no predictions'],
  ])('says what a model of %s lacks', async (flag, reason) => {
    const seb = await storeOf('--model', ...models, flag, part);
    const { stdout } = await seb('compare');
    expect(stdout).toContain('No paired difference is tested: one side has predictions or answers alone.');
    expect(stdout).toContain(`no test: ${part} ${reason} (${flag}, or a run that is not finished).`);
    expect(stdout).not.toContain('0 of 0');
    expect(stdout).not.toContain('give both sides the same items');
  });

  it.each([
    ['--predict-only', 'has predictions, and no answers of its own'],
    ['--execute-only', 'has answers, and no predictions'],
  ])('and report have one word for a model of %s', async (flag, reason) => {
    const seb = await storeOf('--model', ...models, flag, part);
    const { stdout } = await seb('report');
    expect(stdout).toMatch(/b\?self=0\.5 (n\/a )+no test/);
    expect(stdout).toContain('no test: has predictions or answers alone, so nothing can be compared');
    expect(stdout).not.toMatch(/lack a score|not asked yet/);
    const { findings } = JSON.parse((await seb('report', '--json')).stdout) as { findings: readonly object[] };
    expect(findings).toContainEqual(
      expect.objectContaining({ model: part, fit: 'no test', reason: expect.stringContaining(reason) }),
    );
  });

  it('refuses to list the items of one model, which has no other side', async () => {
    const seb = await storeOf('--model', part);
    const listed = await seb('compare', 'latest', '--items');
    expect(listed).toEqual(await seb('compare', 'latest'));
    expect(listed).toMatchObject({ code: 2, stdout: '' });
    expect(listed.stderr).toContain('a comparison needs at least two models');
  });
});
