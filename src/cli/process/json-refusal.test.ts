import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { sebHere } from '../../../test/support/in-process.ts';
import { sampleLog } from '../../../test/support/logs.ts';
import { refusalSchema } from '../../results/refusal.ts';
import { addCommands } from '../commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-refusal-'));
const log = sampleLog('inspect/times_alpha-large.eval');
const unscored = join(folder, 'unscored.json');
writeFileSync(
  unscored,
  JSON.stringify({ version: 2, status: 'success', eval: { eval_id: 'e', model: 'm' }, samples: [] }),
);

/** Every command line of a command that takes `--json`, without its arguments. */
function jsonCommands(command: Command, words: readonly string[] = []): readonly (readonly string[])[] {
  const own = command.options.some(({ long }) => long === '--json') ? [words] : [];
  return [...own, ...command.commands.flatMap((inner) => jsonCommands(inner, [...words, inner.name()]))];
}

/** Returns the one object that a command printed on stdout, and its exit code. */
async function refused(...args: readonly string[]) {
  const { stdout, stderr, code } = await sebHere([...args, '--json'], { folder });
  expect(stdout.trim().split('\n')).toHaveLength(1);
  return { ...refusalSchema.strict().parse(JSON.parse(stdout)), exit: code, stderr };
}

describe('--json', () => {
  const all = jsonCommands(addCommands(new Command('seb')));

  it.each(all.map((words) => [words.join(' '), words] as const))(
    'prints one object on stdout where `seb %s` gets a flag that it does not have',
    async (_, words) => {
      expect(await refused(...words, '--no-such-flag')).toMatchObject({ kind: 'failed', code: 'usage', exit: 1 });
    },
  );

  it('is a flag of most commands', () => expect(all.length).toBeGreaterThan(30));

  it.each<[string, readonly string[], object]>([
    ['a store that is missing', ['report'], { kind: 'failed', code: 'no-store', exit: 1 }],
    ['a model that is missing', ['run'], { kind: 'failed', code: 'no-model', exit: 1 }],
    ['a file that is missing', ['report', './none.eval'], { kind: 'failed', code: 'data-missing', exit: 1 }],
    ['a log without samples', ['report', unscored], { kind: 'refused', code: null, exit: 2 }],
    ['a log without samples, compared', ['compare', log, unscored], { kind: 'refused', code: null, exit: 2 }],
    ['one log', ['compare', log], { kind: 'refused', advice: expect.stringContaining('two logs'), exit: 2 }],
    [
      'one execution per item',
      ['compare', sampleLog('table/answers.csv'), '--self-check'],
      { kind: 'refused', exit: 2 },
    ],
    ['worth without a second log', ['worth', unscored, '--abstain'], { kind: 'refused', exit: 2 }],
  ])('prints one object on stdout for %s', async (_, args, expected) => {
    const { reason, stderr, ...rest } = await refused(...args);
    expect(rest).toMatchObject(expected);
    expect(stderr.replace(/\s+/g, ' ')).toContain(reason.replace(/\s+/g, ' ').slice(0, 60));
  });

  it('prints commands as the user types them', async () => {
    await sebHere(['run', '--model', 'simulated/a', '--limit', '1', '--store', 'typed.sqlite'], { folder });
    const { advice } = await refused('report', 'none', '--store', 'typed.sqlite');
    expect(advice).toContain('list --store typed.sqlite`');
  });

  it('prints one object where a store has nothing to compare', async () => {
    await sebHere(['run', '--model', 'simulated/a', '--limit', '3', '--store', 'one.sqlite'], { folder });
    expect(await refused('compare', '--store', 'one.sqlite')).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('at least two models'),
      exit: 2,
    });
  });
});
