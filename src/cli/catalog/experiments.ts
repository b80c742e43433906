import type { Command } from 'commander';
import { type DescribedExperiment, describeExperiments } from '../../pipeline/describe-experiments.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { print } from '../../util/terminal.ts';
import { wrapText } from '../../util/text.ts';
import { experimentsOf, isSet } from '../command-options.ts';
import { terminalWidth } from '../terminal-options.ts';

/** Lists the experiments: what each asks, in which wordings and languages, about how many items, with how many calls. */
export async function listExperiments(command: Command): Promise<void> {
  const described = describeExperiments(await experimentsOf(command));
  if (isSet(command, 'json')) return print(safeJson(described));
  for (const each of described) for (const line of linesOf(each, terminalWidth())) print(line);
  print('Run one with `seb run --model provider/model --experiment NAME`; `--experiment all` runs all of them.');
}

function linesOf(experiment: DescribedExperiment, columns: number): readonly string[] {
  const { name, question, wordings, languages, items, callsPerItem, isDefault } = experiment;
  const size = items === null ? 'no shipped items' : `${items} items, ${callsPerItem} calls per item`;
  const choices = `wordings ${wordings.join(', ')}; languages ${languages.join(', ')}`;
  const details = [question, choices].flatMap((text) => wrapText(text, columns - 2)).map((line) => `  ${line}`);
  return [`${name}${isDefault ? ' (runs by default)' : ''}: ${size}`, ...details, ''];
}
