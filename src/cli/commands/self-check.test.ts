import { describe, expect, it } from 'vitest';
import { sebHere } from '../../../test/support/in-process.ts';
import { newStore } from '../../../test/support/refusal.ts';

const store = newStore();
const model = 'simulated/a?self=0.6';

const run = (name: string, ...flags: readonly string[]) =>
  sebHere(['run', '--model', model, '--limit', '40', '--name', name, '--store', store, '--json', ...flags]);
const check = async (...args: readonly string[]) => {
  const { code, stdout, stderr } = await sebHere(['compare', ...args, '--self-check', '--store', store]);
  return { code, stderr, text: stdout.replaceAll(/\s+/g, ' ') };
};

describe('seb compare --self-check of runs', () => {
  it('splits the executions of one run and says what the gate would have said, in both directions', async () => {
    await run('halves', '--experiment', 'know', '--samples', '4');
    const { code, text } = await check('halves');
    expect(code).toBe(0);
    expect(text).toContain('odd executions against');
    expect(text).toContain('even executions against');
    expect(text).toContain('a gate with --fail-if-lower 0 would not have failed in either direction');
  });

  it('does not measure a gate that so few items cannot pass, with its exit code', async () => {
    const { code, text } = await check('halves', '--fail-unless-within', '0.001');
    expect(code).toBe(2);
    expect(text).toMatch(/cannot exclude a drop of 0\.1 points, even without a loss; [\d,]+ (items|groups) could/);
  });

  it('checks two runs of the same thing, and refuses a run with one execution', async () => {
    await run('first', '--experiment', 'know');
    await run('second', '--experiment', 'know', '--repeat-as', 'second');
    expect(await check('first', 'second')).toMatchObject({
      code: 0,
      text: expect.stringContaining('Self-check passed'),
    });
    expect(await check('first')).toMatchObject({ code: 1, stderr: expect.stringContaining('--samples 2') });
    const { stdout } = await sebHere(['compare', 'first', 'second', '--self-check', '--json', '--store', store]);
    expect(JSON.parse(stdout).selfCheck).toMatchObject({ failed: 0, measured: 2, rule: 'lower', margin: 0 });
  });
});
