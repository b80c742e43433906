import type { Command } from 'commander';
import { knownFormats, loadDataset } from '../../dataset/load.ts';
import { columnsText } from '../../dataset/own-rows.ts';
import { shippedDataset } from '../../dataset/shipped.ts';
import type { ItemBase } from '../../domain/item.ts';
import { experimentNamed } from '../../experiments/registry.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { shellWord } from '../../util/shell-word.ts';
import { print, tell } from '../../util/terminal.ts';
import { oneLine } from '../../util/text.ts';
import { cliOptions } from '../flags/cli-options.ts';
import { experimentsWith } from '../flags/command-experiments.ts';
import { isSet, textOption } from '../flags/command-options.ts';
import { wrapMessage } from '../flags/terminal-options.ts';
import { invocation } from '../invocation.ts';

/** Prints two items of the shipped set as JSON lines, and the required columns on stderr. */
export async function printExample(name: string, command: Command): Promise<void> {
  const experiment = experimentNamed(await experimentsWith([name], command), name);
  const { items } = shippedDataset<ItemBase>(experiment);
  for (const item of items.slice(0, 2)) print(safeJson(item));
  tell(wrapMessage(`${columnsText(experiment).split(';')[0]}. CSV and TSV name the columns in the first line.\n`));
}

/** Reads a data file as a run would, and prints what it found. AppError where a run would refuse the file. */
export async function checkData(file: string, command: Command): Promise<void> {
  const name = textOption(command, 'experiment') ?? '';
  const experiments = await experimentsWith([name], command);
  const experiment = experimentNamed(experiments, name);
  const { map } = cliOptions(command);
  const dataset = await loadDataset<ItemBase>(experiment, file, {
    formats: knownFormats(experiments.values()),
    seed: 1,
    ...(map === undefined ? {} : { map }),
  });
  const fields = new Set<string>();
  const metadata = new Set<string>();
  for (const item of dataset.items) {
    for (const name of Object.keys(item)) if (name !== 'metadata') fields.add(name);
    for (const name of Object.keys(item.metadata ?? {})) metadata.add(name);
  }
  const [first] = dataset.items;
  const found = {
    file,
    experiment: experiment.name,
    items: dataset.items.length,
    fields: [...fields],
    metadata: [...metadata],
    licence: dataset.licence,
    origin: dataset.origin,
    sha256: dataset.sha256,
    first: first === undefined ? null : experiment.title(first),
  };
  if (isSet(command, 'json')) return print(safeJson(found));
  print(`${oneLine(file, 200)}: ${found.items} items for ${experiment.name}`);
  print(`fields:      ${oneLine(found.fields.join(', '), 200)}`);
  if (metadata.size > 0) print(`metadata:    ${oneLine(found.metadata.join(', '), 200)} (kept, but not in any prompt)`);
  print(`license:     ${oneLine(found.licence, 200)}`);
  if (found.first !== null) print(`first item:  ${oneLine(found.first, 100)}`);
  print(
    `\nrun it with: ${invocation()} run --model provider/model --experiment ${experiment.name} --items ${shellWord(`${experiment.name}=${file}`)}`,
  );
}
