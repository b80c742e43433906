import { type Command, Option } from 'commander';
import { type OptionDescription, type OptionGroup, runOptionDescriptions } from '../config/option-descriptions.ts';
import { flagName, variableName } from '../config/option-names.ts';

export const precedence = 'Precedence: flag, then environment variable, then seb.config.ts, then default.';

/** Headings of the help page. */
const optionGroups: Readonly<Record<OptionGroup, string>> = {
  what: 'What is measured:',
  runs: 'How often, and the name of the run:',
  prompts: 'Prompts:',
  sampling: 'Sampling:',
  judge: 'Judge:',
  server: 'Server:',
  money: 'Money:',
  local: 'Models in this process (gguf/, bundled/):',
  files: 'Files:',
};

/** What the help of `seb run` begins with. */
export const runExamples = `Examples:
  seb run --model ollama/llama3.2 --samples 2      a local server
  seb run --model openai/gpt-4.1-mini --dry-run    calls and cost; sends nothing
  seb run --model openai-compatible/NAME --base-url http://127.0.0.1:8000/v1
`;

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
  for (const { key, kind, placeholder, help, group } of descriptions) {
    const option = new Option(`--${flagName(key)}${valueText(kind, placeholder)}`, help).env(variableName(key));
    command.addOption(option.helpGroup(optionGroups[group]));
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
    .option('--config <FILE>', 'config file (default: seb.config.ts, if any)')
    .addHelpText('after', `\n${precedence}`);
}
