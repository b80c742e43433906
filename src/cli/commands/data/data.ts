import type { Command } from 'commander';
import { generateDataset } from '../../../dataset/generate-dataset.ts';
import { listDatasets } from '../../../dataset/shipped-datasets.ts';
import { experimentNamed, experimentRegistry } from '../../../experiments/registry.ts';
import { safeJson } from '../../../report/render/safe-json.ts';
import { print } from '../../../util/terminal.ts';
import { table, wrapText } from '../../../util/text.ts';
import { isSet, itemCount, seedOption } from '../../flags/command-options.ts';
import { terminalWidth } from '../../flags/terminal-options.ts';

const ownDataHelp = [
  'Your own data: --items EXPERIMENT=FILE takes CSV, TSV, JSON, JSON lines and Parquet with named columns. `seb data example EXPERIMENT` prints two rows; `seb data check FILE --experiment EXPERIMENT` reads a file and prints what it found.',
  "Also recognized by content: Taboo-Data folders, XSTest, MMLU CSV folders, and the benchmark authors' question sets.",
];

/** Lists the shipped data sets. */
export async function listData(command: Command): Promise<void> {
  const sets = listDatasets(experimentRegistry().values());
  if (isSet(command, 'json')) return print(safeJson(sets));
  const rows = sets.map((set) => [
    set.name,
    String(set.rows),
    set.licence,
    set.redistributable ? 'yes' : 'no',
    set.sha256.slice(0, 12),
  ]);
  const header = ['set', 'items', 'license', 'redistributable', 'sha256'];
  print(table(header, rows, ['left', 'right', 'left', 'left', 'left']));
  print('');
  for (const line of ownDataHelp.flatMap((text) => wrapText(text, terminalWidth()))) print(line);
}

/** Prints a generated data set as JSON lines. */
export async function generateData(experiment: string, count: string, command: Command): Promise<void> {
  const items = itemCount(count, 'give a whole number of at least 1');
  const seed = seedOption(command);
  const { topic: topics, task }: { topic?: unknown; task?: unknown } = command.opts();
  const dataset = await generateDataset(experimentNamed(experimentRegistry(), experiment), items, {
    ...(seed === undefined ? {} : { seed }),
    ...(Array.isArray(topics) ? { topics: topics.map(String) } : {}),
    ...(typeof task === 'string' ? { task } : {}),
    ...(isSet(command, 'ladder') ? { ladder: true } : {}),
  });
  for (const item of dataset.items) print(safeJson(item));
}
