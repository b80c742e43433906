import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sebHere } from '../support/in-process.ts';
import { newStore } from '../support/refusal.ts';

describe('seb without a command', () => {
  test.each([[[]], [['--help']]])('%j prints the help with the demo and exits 0', async (args) => {
    const { code, stdout } = await sebHere(args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: seb/);
    expect(stdout).toMatch(/\n {2}demo {2,}\S/);
    expect(stdout).toMatch(/\n {2}experiments {2,}\S/);
  });

  test('--version prints the version of the package', async () => {
    for (const flag of ['--version', '-v', '-V']) expect((await sebHere([flag])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('seb experiments', () => {
  const listing = z.array(
    z.strictObject({
      name: z.string(),
      question: z.string().endsWith('?').or(z.string().endsWith('.')),
      wordings: z.array(z.string()).min(1),
      languages: z.array(z.string()).min(1),
      factors: z.record(z.string(), z.array(z.string()).min(2)),
      requires: z.array(z.literal('inject')),
      items: z.int().min(1),
      callsPerItem: z.int().min(2),
      isDefault: z.boolean(),
    }),
  );

  test('lists what each experiment asks and how many calls it takes', async () => {
    const listed = listing.parse(JSON.parse((await sebHere(['experiments', '--json'])).stdout));
    expect(listed.filter(({ isDefault }) => isDefault).map(({ name }) => name)).toEqual([
      'association',
      'restriction',
      'difficulty',
    ]);
    const calls = new Map(listed.map(({ name, callsPerItem }) => [name, callsPerItem]));
    expect([calls.get('association'), calls.get('restriction'), calls.get('difficulty')]).toEqual([2, 3, 5]);
    const { stdout } = await sebHere(['experiments']);
    expect(stdout).toContain('restriction (runs by default): 400 items, 3 calls per item');
  });
});

describe('seb run', () => {
  const dry = (...args: readonly string[]) =>
    sebHere(['run', '--model', 'simulated/ada', '--dry-run', '--limit', '4', '--store', newStore(), ...args]);

  test('--experiment all plans every experiment', async () => {
    const { code, stdout } = await dry('--experiment', 'all');
    expect(code).toBe(0);
    for (const name of ['association', 'restriction', 'difficulty', 'stump', 'verbatim', 'property'])
      expect(stdout).toContain(`simulated/ada  ${name}`);
  });

  test('takes wordings by experiment', async () => {
    const { code, stderr } = await dry('--wording', 'restriction=plain', 'association=quoted');
    expect([code, stderr]).toEqual([0, '']);
    const noted = await dry('--experiment', 'association', 'restriction', '--wording', 'paper', 'plain');
    expect([noted.code, noted.stderr]).toEqual([
      0,
      'note: experiment association has no wording "plain" and runs without it\n',
    ]);
  });

  test('suggests the wording for the experiment that has it', async () => {
    const { code, stderr } = await dry('--wording', 'plain');
    expect(code).toBe(1);
    const [, suggested = ''] = /for example (--wording .*?);/.exec(stderr) ?? [];
    expect(suggested).toMatch(/ restriction=plain$/);
    expect((await dry(...suggested.split(' '))).code).toBe(0);
  });

  test.each([
    [['--experiment', 'asociation'], /did you mean association\?/],
    [['--model', './x.gguf'], /write gguf\/x\.gguf/],
    [['--model', 'model/x.gguf'], /write gguf\/model\/x\.gguf/],
    [['--model', 'my-model'], /openai-compatible\/my-model with --base-url URL/],
  ])('suggests what %j was meant to be', async (args, hint) => {
    const { code, stderr } = await dry(...args);
    expect(code).toBe(1);
    expect(stderr).toMatch(hint);
  });
});
