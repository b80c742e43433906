import { type Command, Option } from 'commander';
import {
  flagName,
  type OptionDescription,
  runOptionDescriptions,
  variableName,
} from '../config/option-descriptions.ts';

export const precedence = 'Precedence: flag, then environment variable, then seb.config.ts, then default.';

/** What a resumed run takes: how it is carried out, and where; nothing that answers are stored under. */
const resumeKeys: readonly OptionDescription['key'][] = [
  'baseUrl',
  'apiKeyVariable',
  'concurrency',
  'concurrencyMode',
  'timeout',
  'retries',
  'budget',
  'prices',
  'contextSize',
  'store',
];

function addFlags(command: Command, descriptions: readonly OptionDescription[]): Command {
  for (const { key, kind, placeholder, help } of descriptions) {
    command.addOption(new Option(`--${flagName(key)}${valueText(kind, placeholder)}`, help).env(variableName(key)));
  }
  return command;
}

function valueText(kind: OptionDescription['kind'], placeholder: string): string {
  if (kind === 'switch') return '';
  return kind === 'list' || kind === 'pairs' ? ` <${placeholder.replace('...', '')}...>` : ` <${placeholder}>`;
}

/** Gives a command the flags that change how a run goes on, each also an environment variable. */
export function addResumeFlags(command: Command): Command {
  const descriptions = runOptionDescriptions.filter(({ key }) => resumeKeys.includes(key));
  const [lists, single] = [
    descriptions.filter(({ kind }) => kind === 'list'),
    descriptions.filter(({ kind }) => kind !== 'list'),
  ];
  // Given once for each value: a flag that takes all words after it would take the run's id too.
  for (const { key, placeholder, help } of lists) {
    const collect = (text: string, before: readonly string[] | undefined) => [...(before ?? []), text];
    const option = new Option(`--${flagName(key)} <${placeholder.replace('...', '')}>`, `${help} (may be repeated)`);
    command.addOption(option.env(variableName(key)).argParser(collect));
  }
  return addFlags(command, single).option('--config <FILE>', 'config file with own models or experiments');
}

/** Gives a command the flags of a run, each also an environment variable. */
export function addRunFlags(command: Command): Command {
  addFlags(command, runOptionDescriptions);
  return command
    .option('--config <FILE>', 'config file (default: seb.config.ts, where it is)')
    .addHelpText('after', `\n${precedence}`);
}
