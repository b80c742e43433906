import { type Command, Help, type HelpConfiguration, type Option } from 'commander';
import { commandGroups } from './command-groups.ts';
import { isRareFlag } from './run-flags.ts';

const base = new Help();
const nameColumns = 13;

/** Returns whether a command line is a call for the help with all flags: `seb run --help all`. */
export function isHelpOnAll(args: readonly string[]): boolean {
  const at = args.findIndex((arg) => arg === '--help' || arg === '-h');
  return at >= 0 && args[at + 1] === 'all';
}

/**
 * Returns the form of every help page. `isAll`: with the flags that few people need. Variables are not repeated with each
 * flag: one sentence in the help of `seb run` has the rule.
 */
export function helpFormat({ isAll }: { readonly isAll: boolean }): HelpConfiguration {
  return {
    minWidthToWrap: 30, // descriptions wrap beside long names of commands
    visibleOptions: (command) => base.visibleOptions(command).filter((option) => isAll || !isRareFlag(option)),
    optionDescription: (option) => base.optionDescription(withoutVariable(option)),
    formatHelp: (command, help) =>
      command.parent === null ? overview(command) : base.formatHelp.call(help, command, help),
  };
}

function withoutVariable(option: Option): Option {
  return Object.assign(Object.create(Object.getPrototypeOf(option)), option, { envVar: undefined });
}

/** Returns the help of `seb`: its commands in groups, each in one line. */
function overview(program: Command): string {
  const names = base.visibleCommands(program).map((command) => command.name());
  const grouped = commandGroups.map(({ heading, commands }) => {
    const known = Object.entries(commands).filter(([name]) => names.includes(name));
    return [heading, ...known.map(([name, summary]) => `  ${name.padEnd(nameColumns)}${summary}`)];
  });
  return [
    `Usage: ${program.name()} COMMAND [flags]`,
    '',
    program.description(),
    '',
    ...grouped.flat(),
    '',
    `${program.name()} COMMAND --help has the flags of a command; ${program.name()} --version prints the version`,
    '',
  ].join('\n');
}
