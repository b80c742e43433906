import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { z } from 'zod';
import { boundsPage } from '../bench/bounds.ts';
import { exchangedAnswersSchema } from '../src/answers/exchange/exchange.ts';
import { addCommands } from '../src/cli/commands.ts';
import { shippedExperiments } from '../src/experiments/registry.ts';
import { benchmarkCardSchema } from '../src/report/card/benchmark-card.ts';
import { reportSchema } from '../src/report/render/report-json.ts';
import { differingItemSchema, printedComparisonSchema } from '../src/results/comparison.ts';
import { refusalSchema } from '../src/results/refusal.ts';
import { worthSchema } from '../src/results/worth.ts';
import { describedOptions } from './described-options.ts';

const cliLead = `# The command line

\`seb COMMAND --help\` explains the flags of a command. Most commands also take \`--store FILE\`
(file or postgres:// address of the store, default .seb/store.sqlite), \`--config FILE\` (own experiments and models, default
seb.config.ts, if any) and \`--json\`. RUN is the id or name of a run, or \`latest\`.`;

/** The section on \`seb run\`, whose flags are also variables and keys of the config file. */
const runSection = `## seb run

\`seb run --help\` explains the flags that most people need, \`seb run --help all\` all. Each, except those under Options, is also a
variable (\`--base-url\`: \`SEB_BASE_URL\`) and a key of \`seb.config.ts\` (\`baseUrl\`). A flag counts before a variable, a variable before
the file.`;

/** Pages that explain the commands inside a command. */
const pagesOfGroups: Readonly<Record<string, string>> = {
  data: 'tutorials/own-data.md',
  label: 'viewer.md#human-labels',
  study: 'study.md',
  train: 'training.md#jobs',
};

const isShown = (command: Command) =>
  !['run', 'demo', 'help', 'index'].includes(command.name()) && command.description() !== '';

/** Returns what a command takes, as its help prints it. */
function taken(command: Command): string {
  const takes = command.registeredArguments.map((argument) => {
    const text = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? ` ${text}` : ` [${text}]`;
  });
  return `${command.name()}${takes.join('')}`;
}

/** Returns the line of a command: what it takes and what it does; of a command with others inside, the page that explains these. */
function listed(command: Command): string {
  const inner = command.commands.filter(isShown);
  if (inner.length === 0) return `- **\`seb ${taken(command)}\`**: ${command.description()}`;
  const page = pagesOfGroups[command.name()];
  if (page === undefined) throw new Error(`no page explains the commands of ${command.name()}`);
  const names = inner.map((each) => `\`${taken(each)}\``).join(', ');
  return `- **\`seb ${command.name()}\`** ${names}: ${command.description()} ([page](${page}))`;
}

/** Returns docs/cli.md. */
function cliPage(): string {
  const { commands } = addCommands(new Command('seb'));
  return `${cliLead}\n\n${commands.filter(isShown).map(listed).join('\n')}\n\n${runSection}\n`;
}

const json = (schema: z.ZodType) => `${JSON.stringify(z.toJSONSchema(schema), null, 2)}\n`;

/** Returns the list of the site's pages for language models (llmstxt.org), from the lists of docs/README.md. */
function llmsText(): string {
  const contents = readFileSync(new URL('../docs/README.md', import.meta.url), 'utf8');
  const lines = contents.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) return ['', line, ''];
    const [, named = '', about = ''] = /^- (\[.*?\)): (.*)$/.exec(line) ?? [];
    const plain = about.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1');
    const links = (text: string) => [...text.matchAll(/\[([^\]]+)\]\(([\w/-]+)\.md\)/g)];
    return [
      ...links(named).map(([, name, path]) => `- [${name}](/${path}): ${plain}`),
      ...links(about).map(([, name, path]) => `- [${name}](/${path})`),
    ];
  });
  return `# seb (self-execution-benchmark)

> Finds out whether a language model can predict itself: self-prediction experiments on any model, every score beside the best
> constant answer, other models and a re-execution. Start with /SKILL: how to measure, how to read a verdict, and what must not be
> concluded. Commands that answer take --json.
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
    'schema/report.schema.json': json(reportSchema),
    'schema/compare.schema.json': json(printedComparisonSchema),
    'schema/compare-items.schema.json': json(differingItemSchema),
    'schema/worth.schema.json': json(worthSchema),
    'schema/refusal.schema.json': json(refusalSchema),
    'schema/calls.schema.json': json(exchangedAnswersSchema),
    'public/llms.txt': llmsText(),
    'schema/benchmark-card.schema.json': `${JSON.stringify(z.toJSONSchema(benchmarkCardSchema), null, 2)}\n`,
    ...Object.fromEntries(items),
  };
}
