import { Command } from 'commander';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sebHere } from '../../../test/support/in-process.ts';
import { flagName, variableName } from '../../answers/options/option.ts';
import { isCommonOption, runOptions } from '../../answers/options/run-options.ts';
import { addCommands } from '../commands.ts';
import { cliOptions } from './cli-options.ts';
import { commandGroups } from './command-groups.ts';
import { isHelpOnAll } from './help-format.ts';
import { addRunFlags } from './run-flags.ts';

afterEach(() => vi.unstubAllEnvs());

const help = async (...args: readonly string[]) => {
  const { stdout, code } = await sebHere(args);
  expect(code).toBe(0);
  return stdout.trimEnd().split('\n');
};
/** Returns the flags that a help page lists, without their dashes. */
const flagsIn = (lines: readonly string[]) =>
  lines.flatMap((line) => /^ {2}(?:-\w, )?--([a-z-]+)/.exec(line)?.[1] ?? []);
const grouped = commandGroups.flatMap(({ commands }) => Object.keys(commands));

describe('seb --help', () => {
  it('lists every command once, in groups, on at most 40 lines of 80 columns', async () => {
    const lines = await help('--help');
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
    const program = addCommands(new Command('seb'));
    const hidden = ['index', 'complete'];
    const commands = program.commands.map((command) => command.name()).filter((name) => !hidden.includes(name));
    expect(grouped.toSorted()).toEqual(commands.toSorted());
    const listed = lines.flatMap((line) => /^ {2}([a-z]+) {2,}\S/.exec(line)?.[1] ?? []);
    expect(listed).toEqual(grouped);
    expect(lines.filter((line) => commandGroups.some(({ heading }) => line === heading))).toHaveLength(5);
  });

  it('is what `seb` alone prints', async () => {
    expect(await help()).toEqual(await help('--help'));
  });
});

describe('seb run --help', () => {
  it('lists about 20 flags on at most 80 lines of 80 columns', async () => {
    const lines = await help('run', '--help');
    expect(lines.length).toBeLessThanOrEqual(80);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
    const flags = flagsIn(lines);
    expect(flags.length).toBeGreaterThanOrEqual(18);
    expect(flags.length).toBeLessThanOrEqual(25);
    for (const { key } of runOptions.filter(isCommonOption)) expect(flags).toContain(flagName(key));
  });

  it('says once that flags have a variable and a config key', async () => {
    for (const page of [await help('run', '--help'), await help('run', '--help', 'all')]) {
      expect(page.join('\n').match(/SEB_\w+/g)).toEqual(['SEB_BASE_URL']);
      expect(page.join('\n')).toContain('seb.config.ts (baseUrl)');
    }
  });

  it.each([[['--help', 'all']], [['-h', 'all']], [['--model', 'x', '--help', 'all']]])(
    'lists every flag with %j',
    async (args) => {
      const flags = flagsIn(await help('run', ...args));
      expect(runOptions.map(({ key }) => flagName(key)).filter((name) => !flags.includes(name))).toEqual([]);
    },
  );
});

describe('isHelpOnAll', () => {
  it.each([
    [['run', '--help', 'all'], true],
    [['run', '-h', 'all'], true],
    [['run', '--help'], false],
    [['run', '--experiment', 'all', '--help'], false],
    [['all'], false],
  ])('of %j is %s', (args, expected) => {
    expect(isHelpOnAll(args)).toBe(expected);
  });
});

describe('every flag of seb run', () => {
  const texts: Readonly<Record<string, string>> = {
    ...{ optionOrder: 'reversed', mode: 'direct', constrain: 'form', tools: 'offered', control: 'answer-shown' },
    ...{ systemOn: 'execution', reasoningEffort: 'low', judgeRubric: 'two-way', concurrencyMode: 'fixed' },
    ...{ gpu: 'none', sequences: 'single', approve: 'yes', maxTokensField: 'max_tokens' },
  };
  const textFor = ({ key, kind }: (typeof runOptions)[number]) =>
    texts[key] ?? { number: '1', pairs: 'a=b', switch: '', text: 'night', list: 'first', texts: 'first' }[kind];

  it.each(runOptions.map((option) => [flagName(option.key), option] as const))(
    '--%s sets the same option as its variable',
    (flag, option) => {
      const text = textFor(option);
      const parsed = (...args: readonly string[]) => {
        const command = addRunFlags(new Command('run').exitOverride());
        command.parse(args, { from: 'user' });
        return cliOptions(command);
      };
      const byFlag = parsed(`--${flag}`, ...(option.kind === 'switch' ? [] : [text]));
      expect(Object.keys(byFlag)).toEqual([option.key]);
      vi.stubEnv(variableName(option.key), option.kind === 'switch' ? '1' : text);
      expect(parsed()).toEqual(byFlag);
    },
  );
});
