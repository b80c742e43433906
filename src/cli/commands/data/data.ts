import type { Command } from 'commander';
import { published } from '../../../data/files/published.ts';
import { knownFormats, loadDataset } from '../../../data/load.ts';
import { listShippedSets, shippedSet } from '../../../data/shipped-datasets.ts';
import type { ItemBase } from '../../../domain/dataset.ts';
import { experimentNamed, experimentRegistry } from '../../../experiments/registry.ts';
import { safeJson } from '../../../report/render/safe-json.ts';
import { AppError } from '../../../util/app-error.ts';
import { counted } from '../../../util/numbers.ts';
import { print, printScreen, tell, wrapTyped } from '../../../util/terminal.ts';
import { table } from '../../../util/text.ts';
import { isSet, itemCount, seedOption, textOption } from '../../flags/command-options.ts';
import { terminalWidth } from '../../flags/terminal-options.ts';

const dataHelp = [
  '`seb data print SET > FILE` prints a set, for --items EXPERIMENT=FILE; each larger set begins with the starter set or has one task.',
  'Your own data: --items EXPERIMENT=FILE takes CSV, TSV, JSON, JSON lines and Parquet with named columns. `seb data example EXPERIMENT` prints two rows; `seb data check FILE --experiment EXPERIMENT` reads a file and prints what it found.',
  "Also recognized by content: Taboo-Data folders, XSTest, MMLU CSV folders, and the benchmark authors' question sets.",
];

/** Lists the shipped data sets. */
export async function listData(command: Command): Promise<void> {
  const sets = listShippedSets(experimentRegistry().values());
  if (isSet(command, 'json')) return print(safeJson(sets));
  const rows = sets.map((set) => [
    set.name,
    String(set.rows),
    set.licence,
    set.redistributable ? 'yes' : 'no',
    set.sha256.slice(0, 12),
  ]);
  const header = ['set', 'items', 'license', 'redistributable', 'sha256'];
  printScreen(table(header, rows, ['left', 'right', 'left', 'left', 'left']));
  printScreen('');
  for (const line of dataHelp.flatMap((text) => wrapTyped(text, terminalWidth()))) printScreen(line);
}

/** Prints a shipped data set, or its first items, as JSON lines. */
export async function printSet(name: string, command: Command): Promise<void> {
  const limit = textOption(command, 'limit');
  const { items } = shippedSet(experimentRegistry().values(), name);
  const count = limit === undefined ? items.length : itemCount(limit, 'give a whole number of at least 1');
  for (const item of items.slice(0, count)) print(safeJson(item));
}

/** Groups of four questions in the paper's sample: 100 questions of each of ten subjects. */
const paperGroups = 250;

/** Prints the items that a run would draw from a file or folder, as JSON lines. */
export async function drawData(name: string, command: Command): Promise<void> {
  const experiments = experimentRegistry();
  const experiment = experimentNamed(experiments, name);
  const from = textOption(command, 'from') ?? '';
  const { items, origin, sha256 } = await loadDataset<ItemBase>(experiment, from, {
    formats: knownFormats(experiments.values()),
    seed: seedOption(command) ?? 1,
  });
  if (isSet(command, 'paper') && (origin !== published.mmlu.origin || items.length !== paperGroups)) {
    throw new AppError(
      'not-the-sample',
      `${from} does not give the paper's sample of ${paperGroups} groups of four questions`,
      {
        hint: 'it is drawn for difficulty from a folder with the MMLU test files of the ten subjects that docs/replication.md lists',
      },
    );
  }
  for (const item of items) print(safeJson(item));
  tell(`${counted(items.length, 'item')} from ${origin}, sha256 ${sha256}; keep the file with your results\n`);
}
