import { Command } from 'commander';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cliOptions } from './cli-options.ts';
import { addRunFlags } from './run-flags.ts';

afterEach(() => vi.unstubAllEnvs());

function optionsOf(...args: readonly string[]) {
  const command = addRunFlags(new Command('run').exitOverride());
  command.parse(args, { from: 'user' });
  return cliOptions(command);
}

describe('cliOptions', () => {
  it('reads several files of items from one variable, as from flags', () => {
    vi.stubEnv('SEB_ITEMS', 'association=a, b.jsonl,my-own=data/c.jsonl');
    expect(optionsOf().items).toEqual({ association: 'a, b.jsonl', 'my-own': 'data/c.jsonl' });
    expect(optionsOf('--items', 'association=x', 'my-own=y').items).toEqual({ association: 'x', 'my-own': 'y' });
  });

  it.each([
    [['--limit', '0'], '--limit "0": must be above 0', 'SEB_LIMIT'],
    [['--option-order', 'backwards'], '--option-order "backwards": ', 'SEB_OPTION_ORDER'],
    [['--system', ''], '--system "": nothing is named', 'SEB_SYSTEM'],
    [
      ['--execute-only', '--samples', '2'],
      '--execute-only needs a value (NAME), not the flag "--samples"',
      'SEB_EXECUTE_ONLY',
    ],
    [['--items', 'association='], 'EXPERIMENT=PATH, not "association="', 'SEB_ITEMS'],
  ])('refuses an invalid value with the option and its variable: %j', (args, message, variable) => {
    const hint = expect.stringContaining(variable);
    expect(() => optionsOf(...args)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(message), hint }),
    );
  });

  it('names the variable in the hint on a value that it cannot read', () => {
    vi.stubEnv('SEB_LIMIT', 'many');
    expect(() => optionsOf()).toThrow(expect.objectContaining({ hint: expect.stringContaining('SEB_LIMIT') }));
    vi.stubEnv('SEB_LIMIT', undefined);
    expect(() => optionsOf('--items', 'a.jsonl')).toThrow(
      expect.objectContaining({ hint: expect.stringMatching(/^--items EXPERIMENT=a\.jsonl; .*SEB_ITEMS/) }),
    );
  });
});
