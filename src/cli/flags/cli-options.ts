import type { Command } from 'commander';
import type { SebConfig } from '../../answers/options/define-config.ts';
import { defaultConfig, parseOptions } from '../../answers/options/load.ts';
import { flagName, sourceHint } from '../../answers/options/option.ts';
import { modelName } from '../../answers/options/own-models.ts';
import { type RunOption, type RunOptions, runOptions } from '../../answers/options/run-options.ts';
import { AppError } from '../../util/app-error.ts';
import { configOf } from './command-experiments.ts';

/** Returns the run options that flags and variables set. */
export function cliOptions(command: Command): RunOptions {
  const given = command.opts<Record<string, string | string[] | true | undefined>>();
  const values: Record<string, unknown> = {};
  for (const option of runOptions) {
    const value = given[option.key];
    if (value !== undefined) values[option.key] = optionValue(option, value);
  }
  return parseOptions(values, null);
}

/** Returns the run options from flags, variables and the config file together, with the config file. */
export async function runOptionsOf(command: Command): Promise<{ options: RunOptions; config: SebConfig }> {
  const fromFlags = cliOptions(command);
  const path: unknown = command.opts().config;
  const file = typeof path === 'string' ? path : null;
  const config = await configOf(command);
  const { experiments: _, attributes: __, model, judge, ...plain } = config;
  const fromFile = {
    ...plain,
    ...(model === undefined ? {} : { model: model.map(modelName) }),
    ...(judge === undefined ? {} : { judge: modelName(judge) }),
  };
  return { options: { ...parseOptions(fromFile, file ?? defaultConfig() ?? 'the config file'), ...fromFlags }, config };
}

/** Converts the text or texts of a flag or a variable to the option's type. The schema validates the value later. */
function optionValue(option: RunOption, given: string | readonly string[] | true): unknown {
  if (given === true) return true; // the flag of a switch
  const texts = typeof given === 'string' ? [given] : given;
  refuseFlags(option, texts);
  switch (option.kind) {
    case 'number':
      return numberValue(option, texts.at(-1) ?? '');
    case 'list':
      return texts
        .flatMap((text) => text.split(','))
        .map((text) => text.trim())
        .filter((text) => text !== '');
    case 'texts':
      return texts.filter((text) => text !== '');
    case 'pairs':
      return pairsValue(option, texts);
    default:
      return texts.at(-1);
  }
}

/** Refuses a flag as a value: the parser takes the flag after a flag with several values for the first of them. */
function refuseFlags({ key, placeholder }: RunOption, texts: readonly string[]): void {
  const flag = texts.find((text) => /^--[a-z]/.test(text));
  if (flag === undefined) return;
  throw new AppError('bad-options', `--${flagName(key)} needs a value (${placeholder}), not the flag "${flag}"`, {
    hint: sourceHint(key),
  });
}

function numberValue({ key }: RunOption, text: string): number {
  const number = Number(text);
  if (!Number.isNaN(number) && text.trim() !== '') return number;
  throw new AppError('bad-number', `--${flagName(key)} needs a number, not "${text}"`, { hint: sourceHint(key) });
}

function pairsValue({ key, placeholder }: RunOption, texts: readonly string[]): Readonly<Record<string, string>> {
  const refusal = (problem: string, example = '') =>
    new AppError('bad-pair', `--${flagName(key)} ${problem}`, { hint: `${example}${sourceHint(key)}` });
  const values = new Map<string, string>();
  for (const text of texts.flatMap(splitPairs)) {
    const [name = '', ...parts] = text.split('=');
    const value = parts.join('=');
    if (value === '') {
      const example =
        text === '' || text.includes('=') ? '' : `--${flagName(key)} ${placeholder.split('=')[0]}=${text}; `;
      throw refusal(`needs ${placeholder}, not "${text}"`, example);
    }
    if (values.has(name)) throw refusal(`sets ${name} twice`);
    values.set(name, value);
  }
  return Object.fromEntries(values);
}

/**
 * Splits a variable that holds several pairs in one text. A path may contain commas: only those before `NAME=` separate
 * pairs.
 */
function splitPairs(text: string): readonly string[] {
  return text.split(/,(?=[\w-]+=)/);
}
