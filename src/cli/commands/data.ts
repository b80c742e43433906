import type { Command } from 'commander';
import { generateDataset } from '../../dataset/generate-dataset.ts';
import { listDatasets } from '../../dataset/shipped.ts';
import { experimentNamed, experimentRegistry } from '../../experiments/registry.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { AppError } from '../../util/app-error.ts';
import { print } from '../../util/terminal.ts';
import { table } from '../../util/text.ts';
import { isSet, seedOption } from '../command-options.ts';

export async function listData(command: Command): Promise<void> {
  const sets = listDatasets(experimentRegistry().values());
  if (isSet(command, 'json')) return print(safeJson(sets));
  const rows = sets.map((set) => [
    set.name,
    String(set.rows),
    set.licence,
    set.redistributable ? 'yes' : 'no',
    set.sha256.slice(0, 16),
  ]);
  print(
    table(['set', 'items', 'licence', 'may be passed on', 'sha256'], rows, ['left', 'right', 'left', 'left', 'left']),
  );
  print(
    '\nYour own: --items EXPERIMENT=FILE takes CSV, TSV, JSON, JSON lines and Parquet with named columns. `seb data example',
  );
  print(
    'EXPERIMENT` prints two rows, `seb data check FILE --experiment EXPERIMENT` reads a file and says what it found.',
  );
  print(
    "Also recognized by content: Taboo-Data folders, XSTest, MMLU CSV folders, and the benchmark authors' question sets.",
  );
}

export async function generateData(experiment: string, count: string, command: Command): Promise<void> {
  const items = Number(count);
  const seed = seedOption(command);
  if (!Number.isSafeInteger(items) || items < 1) {
    throw new AppError('bad-number', `"${count}" is not a number of items`, {
      hint: 'give a whole number of 1 or more',
    });
  }
  const { topic: topics, task }: { topic?: unknown; task?: unknown } = command.opts();
  const dataset = await generateDataset(experimentNamed(experimentRegistry(), experiment), items, {
    ...(seed === undefined ? {} : { seed }),
    ...(Array.isArray(topics) ? { topics: topics.map(String) } : {}),
    ...(typeof task === 'string' ? { task } : {}),
  });
  for (const item of dataset.items) print(safeJson(item));
}
