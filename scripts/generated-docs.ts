import { Command, type Option } from 'commander';
import { z } from 'zod';
import { boundsPage } from '../bench/bounds.ts';
import { addCommands } from '../src/cli/commands.ts';
import { helpFormat } from '../src/cli/flags/help-format.ts';
import { shippedExperiments } from '../src/experiments/registry.ts';
import { benchmarkCardSchema } from '../src/report/card/benchmark-card.ts';
import { reportSchema } from '../src/report/render/report-json.ts';
import { describedOptions } from './described-options.ts';
import { errorPage } from './error-page.ts';

const format = helpFormat({ isAll: true });
/** Flags that nearly every command takes: the page explains them once. */
const commonFlags = ['--store', '--config', '--json', '--help'];

function ownOptions(command: Command): Option[] {
  return (format.visibleOptions?.(command) ?? []).filter(({ long }) => !commonFlags.includes(long ?? ''));
}

const cliLead = `# The command line

Made from the program by \`npm run docs\`; a test compares. Flags that most commands take are not repeated below: \`--store FILE\` (file or
postgres:// address of the store, default .seb/store.sqlite), \`--config FILE\` (config file with own experiments, default
seb.config.ts, if any), \`--json\` (machine-readable output on stdout) and \`--help\`. Every flag of \`seb run\` is also a variable
(\`SEB_MODEL\` for \`--model\`) and a key of seb.config.ts.`;

function helpOf(command: Command, name: string): string[] {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.configureHelp({ ...format, visibleOptions: ownOptions, helpWidth: 110 });
  command.outputHelp();
  const own = `## ${name}\n\n\`\`\`text\n${text.trimEnd()}\n\`\`\`\n`;
  const inner = command.commands.filter((each) => each.name() !== 'demo' && each.name() !== 'help');
  return [own, ...inner.flatMap((each) => helpOf(each, `${name} ${each.name()}`))];
}

const json = (schema: z.ZodType) => `${JSON.stringify(z.toJSONSchema(schema), null, 2)}\n`;

/** Content of every generated page of docs/, by file name. */
export function generatedDocs(): Readonly<Record<string, string>> {
  const pages = helpOf(addCommands(new Command('seb')), 'seb');
  const items = Object.values(shippedExperiments).map(
    ({ name, itemSchema }) => [`schema/items-${name}.schema.json`, json(itemSchema)] as const,
  );
  return {
    'cli.md': `${cliLead}\n\n${pages.join('\n')}`,
    '../bench/README.md': boundsPage(),
    '../src/run/options/described-options.ts': describedOptions(),
    'errors.md': errorPage(),
    'schema/report.schema.json': json(reportSchema),
    'schema/benchmark-card.schema.json': `${JSON.stringify(z.toJSONSchema(benchmarkCardSchema), null, 2)}\n`,
    ...Object.fromEntries(items),
  };
}
