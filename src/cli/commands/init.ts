import { statSync, writeFileSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline/promises';
import type { Command } from 'commander';
import { describeExperiments } from '../../answers/describe-experiments.ts';
import { defaultConfig } from '../../answers/options/load.ts';
import { unreadablePath } from '../../data/files/unreadable-path.ts';
import { type Experiments, experimentNamed, experimentRegistry } from '../../experiments/registry.ts';
import { parseModelName } from '../../models/model-name.ts';
import { priceOf, readPrices } from '../../models/prices.ts';
import { providerNames, providers } from '../../models/registry.ts';
import { AppError } from '../../util/app-error.ts';
import { shellWord } from '../../util/shell-word.ts';
import { print, printScreen, tell, wrapTyped } from '../../util/terminal.ts';
import { isSet, listOption, positiveOption, textOption } from '../flags/command-options.ts';
import { printNext } from '../flags/next-command.ts';
import { terminalWidth } from '../flags/terminal-options.ts';

const file = 'seb.config.mjs';

/** What a config file says. */
interface Chosen {
  readonly model: string;
  readonly baseUrl: string | null;
  readonly experiment: readonly string[];
  /** File of own items; null: the shipped items. */
  readonly items: string | null;
  /** Number of items of each experiment; null: all. */
  readonly limit: number | null;
  /** US dollars; null: no limit. */
  readonly budget: number | null;
}

/**
 * Writes a config file for `seb run`, from flags or from the answers to five questions, and prints the first commands.
 * AppError where a config file exists, where a value is invalid, and without a terminal if `--model` is missing.
 */
export async function init(command: Command): Promise<void> {
  const existing = defaultConfig();
  if (existing !== null)
    throw new AppError('config-exists', `this folder has a config file, ${existing}; nothing was written`, {
      hint: 'edit it, or call `seb init` in another folder',
    });
  const experiments = experimentRegistry();
  const chosen = await choose(command, experiments);
  await check(chosen, experiments);
  writeFileSync(file, configText(chosen), { flag: 'wx' });
  const next = [
    ...(chosen.items === null
      ? []
      : [
          {
            command: `seb data check ${shellWord(chosen.items)} --experiment ${chosen.experiment[0]}`,
            about: 'how your items are read',
          },
        ]),
    { command: 'seb doctor', about: 'whether the model can be called' },
    { command: 'seb run --dry-run', about: 'calls, cost and what they can show; sends nothing' },
    { command: 'seb run', about: 'sends the calls and prints the results' },
  ];
  if (isSet(command, 'json'))
    return print(JSON.stringify({ kind: 'written', file, next: next.map((step) => step.command) }));
  printScreen(`wrote ${file}: every \`seb run\` in this folder reads it`);
  printNext(next, command);
}

async function choose(command: Command, experiments: Experiments): Promise<Chosen> {
  const given = {
    model: textOption(command, 'model'),
    baseUrl: textOption(command, 'baseUrl') ?? null,
    experiment: listOption(command, 'experiment'),
    items: textOption(command, 'items') ?? null,
    limit: positiveOption(command, 'limit', 'whole'),
    budget: positiveOption(command, 'budget'),
  };
  if (given.model !== undefined)
    return { ...given, model: given.model, experiment: given.experiment ?? defaultsOf(experiments) };
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new AppError('no-terminal', 'seb init asks its questions in a terminal, and there is none', {
      hint: 'give the answers as flags: `seb init --model provider/model --experiment NAME --limit 60`',
    });
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await askAll(lines, experiments);
  } finally {
    lines.close();
  }
}

async function askAll(lines: Interface, experiments: Experiments): Promise<Chosen> {
  const ask = async (question: string, fallback: string): Promise<string> => {
    for (const line of wrapTyped(question, terminalWidth())) tell(`${line}\n`);
    const answer = (await lines.question(fallback === '' ? '> ' : `[${fallback}] > `)).trim();
    tell('\n');
    return answer === '' ? fallback : answer;
  };
  const model = await askValid(
    () => ask(`1 of 5. Which model? provider/model, with a provider of: ${providerNames.join(', ')}.`, ''),
    (name) => void parseModelName(name, providerNames),
  );
  const isServer = providers[parseModelName(model, providerNames).provider].kind === 'server';
  const address = isServer
    ? await ask('   At which address? Leave it empty for the usual one of this server.', '')
    : '';
  const baseUrl = address === '' ? null : address;
  const described = describeExperiments(experiments).map(({ name, question }) => `${name}: ${question}`);
  const experiment = await askValid(
    () => ask(`2 of 5. Which experiment? ${described.join(' ')}`, defaultsOf(experiments)[0] ?? ''),
    (name) => void experimentNamed(experiments, name),
  );
  const items = await askValid(
    () => ask('3 of 5. A file with your own items? Leave it empty for the shipped items.', ''),
    (path) => checkItems(path === '' ? null : path),
  );
  const limit = await askValid(
    () =>
      ask(
        '4 of 5. How many items? A word needs 20 groups of items: 20 items, or more where items belong together; `seb run --dry-run` says how many. 100 groups find an effect of about 15 points.',
        '60',
      ),
    (text) => void amount(text, 'a number of items'),
  );
  return {
    ...{ model, baseUrl, experiment: [experiment] },
    items: items === '' ? null : items,
    limit: amount(limit, 'a number of items'),
    budget: await askBudget(ask, model),
  };
}

/** Asks for the budget where the price of the model is known; no run keeps one without a price. */
async function askBudget(
  ask: (question: string, fallback: string) => Promise<string>,
  model: string,
): Promise<number | null> {
  if (priceOf(await readPrices(null), model) === null) {
    const why = `5 of 5. No budget: the price of ${model} is unknown (\`prices\` in the config file names a file with it).`;
    for (const line of wrapTyped(why, terminalWidth())) tell(`${line}\n`);
    return null;
  }
  const budget = await askValid(
    () => ask('5 of 5. A budget in US dollars? Leave it empty for none.', ''),
    (text) => void (text === '' || amount(text, 'a budget')),
  );
  return budget === '' ? null : amount(budget, 'a budget');
}

/** Returns the names of the experiments that run where none is named. */
function defaultsOf(experiments: Experiments): readonly string[] {
  return describeExperiments(experiments).flatMap(({ name, isDefault }) => (isDefault ? [name] : []));
}

/** Asks until the answer is accepted; an AppError is printed and the question is asked again. */
async function askValid(ask: () => Promise<string>, refuse: (answer: string) => void): Promise<string> {
  for (;;) {
    const answer = await ask();
    try {
      refuse(answer);
      return answer;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      tell(`${error.message}${error.hint === null ? '' : `; ${error.hint}`}\n`);
    }
  }
}

function amount(text: string, what: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new AppError('bad-options', `${JSON.stringify(text)} is not ${what}`, { hint: 'give a number above 0' });
}

async function check({ model, experiment, items, budget }: Chosen, experiments: Experiments): Promise<void> {
  parseModelName(model, providerNames);
  for (const name of experiment) experimentNamed(experiments, name);
  checkItems(items);
  if (budget !== null && priceOf(await readPrices(null), model) === null)
    throw new AppError('price-unknown', `a budget needs the price of ${model}, which is unknown; nothing was written`, {
      hint: 'leave --budget out; `prices` in the config file can name a file with the price of your server, and `budget` is added there',
    });
  if (items !== null && experiment.length > 1)
    throw new AppError('bad-options', 'a file of items belongs to one experiment, and several are named', {
      hint: 'name one experiment; others can be added to the config file',
    });
}

/** Refuses a path without a file; null: the shipped items. */
function checkItems(items: string | null): void {
  if (items === null) return;
  try {
    statSync(items);
  } catch (cause) {
    throw unreadablePath(items, cause, { missing: 'check the path, or leave it out for the shipped items' });
  }
}

/** Returns a module without imports, which loads in every folder, whether the package is installed there or not. */
function configText({ model, baseUrl, experiment, items, limit, budget }: Chosen): string {
  const fields = [
    ['model', [model], 'seb models: how to name models, what they need'],
    ...(baseUrl === null ? [] : [['baseUrl', baseUrl, 'address of your server']]),
    ['experiment', experiment, 'seb experiments: what each one asks'],
    ...(items === null
      ? []
      : [['items', { [experiment[0] ?? '']: items }, 'columns of other names: map: { prompt: "column" }']]),
    ...(limit === null ? [] : [['limit', limit, 'items of each experiment; leave it out for all']]),
    ['samples', 1, 'executions per item; from 2 on, compared with a re-execution'],
    ...(budget === null ? [] : [['budget', budget, 'US dollars']]),
  ] as const;
  return [
    '// Options of `seb run` in this folder: every flag is a field in camel case; flags take precedence (seb run --help all).',
    "/** @type {import('self-execution-benchmark').SebConfig} */",
    'export default {',
    ...fields.map(([name, value, about]) => `  ${name}: ${JSON.stringify(value)}, // ${about}`),
    '};',
    '',
  ].join('\n');
}
