import { type Command, Option } from 'commander';
import { flagName, variableName } from '../../answers/options/option.ts';
import {
  callOptions,
  isCommonOption,
  type RunOption,
  type RunOptions,
  runOptions,
} from '../../answers/options/run-options.ts';

/** First part of the help of `seb run`. */
export const runExamples = `Examples:
  seb run --model ollama/llama3.2 --samples 2      a local server
  seb run --model openai/gpt-4.1-mini --dry-run    calls and cost; sends nothing
  seb run --model openai-compatible/NAME --base-url http://127.0.0.1:8000/v1
`;

const takesSeveral = ({ kind }: RunOption) => kind === 'list' || kind === 'texts' || kind === 'pairs';

function runFlag(option: RunOption): Option {
  const { key, kind, placeholder, help, heading } = option;
  const value = kind === 'switch' ? '' : takesSeveral(option) ? ` <${placeholder}...>` : ` <${placeholder}>`;
  return new Option(`--${flagName(key)}${value}`, help).env(variableName(key)).helpGroup(heading);
}

/** Returns a flag that is repeated for each value: a flag with several values would also take the run's id. */
function repeatedFlag({ key, placeholder, help, heading }: RunOption): Option {
  const collect = (text: string, before: readonly string[] | undefined) => [...(before ?? []), text];
  const option = new Option(`--${flagName(key)} <${placeholder}>`, `${help} (may be repeated)`);
  return option.env(variableName(key)).helpGroup(heading).argParser(collect);
}

const rareFlags = new WeakSet<Option>();

/** Marks a flag that only `--help all` lists; returns it. */
export function rareFlag(option: Option): Option {
  rareFlags.add(option);
  return option;
}

/** Returns whether a flag is listed only by `--help all`. */
export function isRareFlag(option: Option): boolean {
  return rareFlags.has(option);
}

/**
 * Adds the flags of a run to a command, each also available as an environment variable. Its help lists the common ones,
 * `--help all` lists the others too.
 */
export function addRunFlags(command: Command): Command {
  for (const option of runOptions) {
    const flag = runFlag(option);
    if (!isCommonOption(option)) rareFlags.add(flag);
    command.addOption(flag);
  }
  return command
    .option('--config <FILE>', 'config file (default: seb.config.ts, if any)')
    .addHelpText('after', flagRule(command));
}

/** Returns where else a flag can be set, which is the same for all of them. */
function flagRule(command: Command): string {
  return `
These are the flags that most people need; \`seb ${command.name()} --help all\` has all.
Each, except those under Options, is also a variable (--base-url:
SEB_BASE_URL) and a key of seb.config.ts (baseUrl). A flag counts before a
variable, a variable before the file.`;
}

/** Adds the flags that change how a run continues to a command, each also available as an environment variable. */
export function addResumeFlags(command: Command): Command {
  addFlags(
    command,
    runOptions.filter(({ scope }) => scope === 'execution'),
  );
  return command.option('--config <FILE>', 'config file with own models or experiments');
}

/** Adds the flags of how calls are sent to a command, each also available as an environment variable. */
export function addCallFlags(command: Command): Command {
  addFlags(command, callOptions);
  return command;
}

/** Adds some of the flags of a run to a command, each also available as an environment variable. */
export function addChosenFlags(command: Command, keys: readonly (keyof RunOptions)[]): Command {
  const chosen: readonly string[] = keys;
  for (const option of runOptions) if (chosen.includes(option.key)) command.addOption(runFlag(option));
  return command;
}

function addFlags(command: Command, options: readonly RunOption[]): void {
  for (const option of options.filter(takesSeveral)) command.addOption(repeatedFlag(option));
  for (const option of options) if (!takesSeveral(option)) command.addOption(runFlag(option));
}
