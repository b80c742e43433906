import type { Command } from 'commander';
import { type DescribedExperiment, describeExperiments } from '../../answers/describe-experiments.ts';
import { describeCapability } from '../../domain/model-capability.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { counted } from '../../util/numbers.ts';
import { print, printScreen, wrapTyped } from '../../util/terminal.ts';
import { experimentsOf } from '../flags/command-experiments.ts';
import { isSet } from '../flags/command-options.ts';
import { terminalWidth } from '../flags/terminal-options.ts';

/** Lists the experiments with their questions, wordings, languages, and numbers of items and calls. */
export async function listExperiments(command: Command): Promise<void> {
  const described = describeExperiments(await experimentsOf(command));
  if (isSet(command, 'json')) return print(safeJson(described));
  for (const each of described) for (const line of linesOf(each, terminalWidth())) printScreen(line);
  const hint = 'Run one with `seb run --model provider/model --experiment NAME`; `--experiment all` runs all of them.';
  for (const line of wrapTyped(hint, terminalWidth())) printScreen(line);
}

function linesOf(experiment: DescribedExperiment, columns: number): readonly string[] {
  const { name, question, wordings, languages, factors, requires, items, callsPerItem, isDefault } = experiment;
  const size = items === null ? 'no shipped items' : `${counted(items, 'item')}, ${callsPerItem} calls per item`;
  const own = Object.entries(factors).map(
    ([factor, levels]) => `${factor} ${levels === 'any text' ? levels : levels.join(', ')}`,
  );
  const choices = [`wordings ${wordings.join(', ')}`, `languages ${languages.join(', ')}`, ...own].join('; ');
  const needs = requires.map((capability) => `needs a model that can ${describeCapability(capability)}`);
  const details = [question, choices, ...needs]
    .flatMap((text) => wrapTyped(text, columns - 2))
    .map((line) => `  ${line}`);
  return [`${name}${isDefault ? ' (runs by default)' : ''}: ${size}`, ...details, ''];
}
