import { readFileSync } from 'node:fs';
import { Command, type Option } from 'commander';
import { z } from 'zod';
import { boundsPage } from '../bench/bounds.ts';
import { addCommands } from '../src/cli/commands.ts';
import { commandGroups } from '../src/cli/flags/command-groups.ts';
import { helpFormat } from '../src/cli/flags/help-format.ts';
import { shippedExperiments } from '../src/experiments/registry.ts';
import { benchmarkCardSchema } from '../src/report/card/benchmark-card.ts';
import { reportSchema } from '../src/report/render/report-json.ts';
import { printedComparisonSchema } from '../src/results/comparison.ts';
import { recordedComparisonSchema } from '../src/results/log-comparison.ts';
import { refusalSchema } from '../src/results/refusal.ts';
import { worthSchema } from '../src/results/worth.ts';
import { describedOptions } from './described-options.ts';
import { errorPage } from './error-page.ts';

const format = helpFormat({ isAll: false });
/** Flags that nearly every command takes: the page explains them once. */
const commonFlags = ['--store', '--config', '--json', '--help'];

/** Returns what tells whether two flags mean the same: `seb resume` repeats some that `seb run` takes as lists. */
const meaning = ({ long, description }: Option) => `${long} ${description.replace(' (may be repeated)', '')}`;

const cliLead = `# The command line

Made from the program by \`npm run docs\`. Most commands also take \`--store FILE\` (file or postgres:// address of the
store, default .seb/store.sqlite), \`--config FILE\` (own experiments and models, default seb.config.ts, if any), \`--json\`
(machine-readable output) and \`--help\`, which explains every flag; \`seb run --help all\` has the rare ones, too. RUN is the id or
name of a run, or \`latest\`.`;

const listedLead = `## Other commands

Their flags by name; \`seb COMMAND --help\` explains them.`;

/** What the help of several commands says, and the page says once or elsewhere. */
const saidOnce = [
  /^Arguments:\n {2}RUN {2,}id or name of the run, or latest\n(?! )\n?/m,
  /^ {2}RUN {2,}id or name of the run, or latest\n/m,
  /^Logs and tables of answers of other tools need no store: .*\n/m,
];

/** Commands of a group in `seb --help` whose flags the page explains; it lists those of the others by name. */
const explainedCommands = Object.keys(commandGroups.find(({ heading }) => heading === 'Measure')?.commands ?? {});

const isShown = (command: Command) =>
  !['demo', 'help', 'index'].includes(command.name()) && command.description() !== '';

function flagsOf(command: Command): readonly Option[] {
  return (format.visibleOptions?.(command) ?? []).filter(({ long }) => !commonFlags.includes(long ?? ''));
}

/** Returns the section of a command. `explained`: flags explained so far, by meaning, each with its command. */
function helpOf(command: Command, explained: Map<string, string>): string {
  const name = `seb ${command.name()}`;
  const flags = flagsOf(command);
  const [again, own] = [true, false].map((isKnown) => flags.filter((each) => explained.has(meaning(each)) === isKnown));
  const knownFrom = Map.groupBy(again ?? [], (option) => explained.get(meaning(option)) ?? '');
  for (const option of own ?? []) explained.set(meaning(option), name);
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.configureHelp({ ...format, visibleOptions: () => own ?? [], helpWidth: 110 });
  command.outputHelp();
  const ofPage = text
    .replace(/^Usage: seb [a-z ]+\[options\].*\n\n/m, '')
    .replace(/^These are the flags that.*\n/m, '');
  const short = saidOnce.reduce((shown, said) => shown.replace(said, ''), ofPage);
  const asIn = [...knownFrom].map(
    ([other, known]) => `\nAs in \`${other}\`: \`${known.map(({ long }) => long).join(' ')}\`\n`,
  );
  return `## ${name}\n\n\`\`\`text\n${short.trimEnd()}\n\`\`\`\n${asIn.join('')}`;
}

/** Returns a line for a command, or for each command inside it: what it takes, what it does, and its flags by name. */
function listed(command: Command, name: string): readonly string[] {
  const inner = command.commands.filter(isShown);
  if (inner.length > 0) return inner.flatMap((each) => listed(each, `${name} ${each.name()}`));
  const takes = command.registeredArguments.map((argument) => {
    const text = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? ` ${text}` : ` [${text}]`;
  });
  const flags = flagsOf(command).map(({ long }) => long);
  const all = flags.length === 0 ? '' : ` (\`${flags.join(' ')}\`)`;
  return [`- **\`${name}${takes.join('')}\`**: ${command.description()}${all}`];
}

/** Returns docs/cli.md. */
function cliPage(): string {
  const commands = addCommands(new Command('seb')).commands.filter(isShown);
  const isExplained = (command: Command) => explainedCommands.includes(command.name());
  const explained = new Map<string, string>();
  const sections = commands.filter(isExplained).map((command) => helpOf(command, explained));
  const others = commands.filter((command) => !isExplained(command));
  const lines = others.flatMap((command) => listed(command, `seb ${command.name()}`));
  return `${[cliLead, ...sections, listedLead].join('\n\n').replaceAll('\n\n\n', '\n\n')}\n\n${lines.join('\n')}\n`;
}

const json = (schema: z.ZodType) => `${JSON.stringify(z.toJSONSchema(schema), null, 2)}\n`;

/** Returns the list of the site's pages for language models (llmstxt.org), from the tables of docs/README.md. */
function llmsText(): string {
  const contents = readFileSync(new URL('../docs/README.md', import.meta.url), 'utf8');
  const lines = contents.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) return ['', line, ''];
    const [, cell = '', about = ''] = /^\| (\[.*?) \| (.*) \|$/.exec(line) ?? [];
    const plain = about.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1');
    const links = (text: string) => [...text.matchAll(/\[([^\]]+)\]\(([\w/-]+)\.md\)/g)];
    return [
      ...links(cell).map(([, name, path]) => `- [${name}](/${path}): ${plain}`),
      ...links(about).map(([, name, path]) => `- [${name}](/${path})`),
    ];
  });
  return `# seb (self-execution-benchmark)

> Finds out whether a language model can predict itself: self-prediction experiments on any model, every score beside the best
> constant answer, other models and a re-execution. Start with /SKILL: how to measure, how to read a verdict, and what must not be
> concluded. Every command takes --json and prints one object on stdout.
${lines.join('\n')}
`;
}

/** Content of every generated page of docs/, by file name. */
export function generatedDocs(): Readonly<Record<string, string>> {
  const items = Object.values(shippedExperiments).map(
    ({ name, itemSchema }) => [`schema/items-${name}.schema.json`, json(itemSchema)] as const,
  );
  return {
    'cli.md': cliPage(),
    '../bench/README.md': boundsPage(),
    '../src/answers/options/described-options.ts': describedOptions(),
    'errors.md': errorPage(),
    'schema/report.schema.json': json(reportSchema),
    'schema/compare.schema.json': json(printedComparisonSchema),
    'schema/compare-logs.schema.json': json(recordedComparisonSchema),
    'schema/worth.schema.json': json(worthSchema),
    'schema/refusal.schema.json': json(refusalSchema),
    'public/llms.txt': llmsText(),
    'schema/benchmark-card.schema.json': `${JSON.stringify(z.toJSONSchema(benchmarkCardSchema), null, 2)}\n`,
    ...Object.fromEntries(items),
  };
}
