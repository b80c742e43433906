import type { Command } from 'commander';
import { generateDataset } from '../../dataset/generate.ts';
import { listDatasets } from '../../dataset/shipped.ts';
import { safeJson } from '../../report/safe-json.ts';
import { AppError } from '../../util/app-error.ts';
import { table } from '../../util/text.ts';
import { isSet, print, seedOption } from './store-option.ts';

export async function listData(command: Command): Promise<void> {
  const sets = listDatasets();
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
    '\nOther files: --items association=FILE restriction=FILE difficulty=FILE. Recognised by content: JSON lines like ours,',
  );
  print("Taboo-Data folders, XSTest CSV, MMLU CSV folders, and the question sets of the benchmark's authors.");
}

export async function generateData(experiment: string, count: string, command: Command): Promise<void> {
  const items = Number(count);
  const seed = seedOption(command);
  if (!Number.isSafeInteger(items) || items < 1) {
    throw new AppError('bad-number', `"${count}" is not a number of items`, {
      hint: 'give a whole number of 1 or more',
    });
  }
  const topics: unknown = command.opts().topic;
  const dataset = await generateDataset(experiment, items, {
    ...(seed === undefined ? {} : { seed }),
    ...(Array.isArray(topics) ? { topics: topics.map(String) } : {}),
  });
  for (const item of dataset.items) print(safeJson(item));
}
