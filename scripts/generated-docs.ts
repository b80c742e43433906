import { readFileSync } from 'node:fs';
import { Command, type Option } from 'commander';
import { z } from 'zod';
import { boundsPage } from '../bench/bounds.ts';
import { addCommands } from '../src/cli/commands.ts';
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
(machine-readable output) and \`--help\`; \`seb --help\` lists the commands in groups. RUN is the id or name of a run, or
\`latest\`. A flag that an earlier command explains is listed by its name only. The page has what \`--help\` prints;
\`seb run --help all\` also has the rare flags of runs.`;

/** What the help of several commands says, and the page says once or elsewhere. */
const saidOnce = [
  /^Arguments:\n {2}RUN {2,}id or name of the run, or latest\n(?! )\n?/m,
  /^ {2}RUN {2,}id or name of the run, or latest\n/m,
  /^Logs and tables of answers of other tools need no store: .*\n/m,
];

/** Returns the sections of a command and the commands inside it. `explained`: flags explained so far, by meaning. */
function helpOf(command: Command, name: string, explained = new Map<string, string>()): string[] {
  const options = (format.visibleOptions?.(command) ?? []).filter(({ long }) => !commonFlags.includes(long ?? ''));
  const [again, own] = [true, false].map((isKnown) =>
    options.filter((each) => explained.has(meaning(each)) === isKnown),
  );
  const knownFrom = Map.groupBy(again ?? [], (option) => explained.get(meaning(option)) ?? '');
  for (const option of own ?? []) explained.set(meaning(option), name);
  const inner = command.commands.filter(
    (each) => !['demo', 'help', 'index'].includes(each.name()) && each.description() !== '',
  );
  const sections = inner.flatMap((each) => helpOf(each, `${name} ${each.name()}`, explained));
  if (inner.length > 0) return sections; // its commands say all
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.configureHelp({ ...format, visibleOptions: () => own ?? [], helpWidth: 110 });
  command.outputHelp();
  const ofPage = text
    .replace(/^Usage: seb [a-z ]+\[options\].*\n\n/m, '')
    .replace(/^These are the flags that.*\n/m, '');
  const short = saidOnce.reduce((shown, said) => shown.replace(said, ''), ofPage);
  const asIn = [...knownFrom].map(
    ([other, flags]) => `\nAs in \`${other}\`: \`${flags.map(({ long }) => long).join(' ')}\`\n`,
  );
  return [`## ${name}\n\n\`\`\`text\n${short.trimEnd()}\n\`\`\`\n${asIn.join('')}`, ...sections];
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
  const pages = helpOf(addCommands(new Command('seb')), 'seb');
  const items = Object.values(shippedExperiments).map(
    ({ name, itemSchema }) => [`schema/items-${name}.schema.json`, json(itemSchema)] as const,
  );
  return {
    'cli.md': `${cliLead}\n\n${pages.join('\n')}`,
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
