import type { Command } from 'commander';
import type { SebConfig } from '../config/define-config.ts';
import { defaultFile, loadConfig, parseOptions } from '../config/load.ts';
import { type OptionDescription, runOptionDescriptions } from '../config/option-descriptions.ts';
import { flagName, whereSaid } from '../config/option-names.ts';
import type { RunOptions } from '../config/options.ts';
import { modelName } from '../config/own-models.ts';
import { AppError } from '../util/app-error.ts';

/** A text or texts, as a flag or a variable gives them, in the option's own type; schema errors come later. */
function typed({ key, kind, placeholder }: OptionDescription, given: string | readonly string[] | true): unknown {
  if (given === true) return true; // a switch
  const texts = typeof given === 'string' ? [given] : given;
  if (kind === 'text') return texts.at(-1);
  if (kind === 'number') {
    const number = Number(texts.at(-1));
    if (!Number.isNaN(number) && texts.at(-1)?.trim() !== '') return number;
    throw new AppError('bad-number', `--${flagName(key)} needs a number, not "${texts.at(-1)}"`, {
      hint: whereSaid(key),
    });
  }
  const split = key === 'system' ? texts : texts.flatMap((text) => text.split(',')).map((text) => text.trim());
  if (kind === 'list') return split.filter((text) => text !== '');
  const pairs = texts.flatMap(pairsOf).map((text): readonly [string, string] => {
    const [name, ...path] = text.split('=');
    if (name !== undefined && path.join('=') !== '') return [name, path.join('=')];
    throw new AppError('bad-pair', `--${flagName(key)} needs ${placeholder.replace('...', '')}, not "${text}"`, {
      hint: whereSaid(key),
    });
  });
  const twice = pairs.find(([name], index) => pairs.findIndex(([other]) => other === name) < index);
  if (twice === undefined) return Object.fromEntries(pairs);
  throw new AppError('bad-pair', `--${flagName(key)} sets ${twice[0]} twice`, { hint: whereSaid(key) });
}

/** A variable holds all of its pairs in one text. A path may have commas too: one parts pairs only before `NAME=`. */
function pairsOf(text: string): readonly string[] {
  return text.split(/,(?=[\w-]+=)/);
}

/** What flags and variables say. */
export function cliOptions(command: Command): RunOptions {
  const given = command.opts<Record<string, string | string[] | true | undefined>>();
  const said: Record<string, unknown> = {};
  for (const description of runOptionDescriptions) {
    const value = given[description.key];
    if (value !== undefined) said[description.key] = typed(description, value);
  }
  return parseOptions(said, null);
}

/** What flags, variables and the config file say together. */
export async function runOptionsOf(command: Command): Promise<{ options: RunOptions; config: SebConfig }> {
  const said = cliOptions(command);
  const path: unknown = command.opts().config;
  const file = typeof path === 'string' ? path : null;
  const config = await loadConfig(file);
  const { experiments: _, model, judge, ...plain } = config;
  const fromFile = {
    ...plain,
    ...(model === undefined ? {} : { model: model.map(modelName) }),
    ...(judge === undefined ? {} : { judge: modelName(judge) }),
  };
  return { options: { ...parseOptions(fromFile, file ?? defaultFile), ...said }, config };
}
