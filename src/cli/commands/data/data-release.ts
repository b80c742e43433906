import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { published } from '../../../dataset/files/published.ts';
import { knownFormats, loadDataset } from '../../../dataset/load.ts';
import { makeRelease } from '../../../dataset/release/release.ts';
import type { ItemBase } from '../../../domain/dataset.ts';
import { experimentNamed, experimentRegistry } from '../../../experiments/registry.ts';
import { safeJson } from '../../../report/render/safe-json.ts';
import { AppError } from '../../../util/app-error.ts';
import { counted } from '../../../util/numbers.ts';
import { print, tell } from '../../../util/terminal.ts';
import { isSet, seedOption, textOption } from '../../flags/command-options.ts';
import { wrapMessage } from '../../flags/terminal-options.ts';

/** Groups of four questions in the paper's sample: 100 questions of each of ten subjects. */
const paperGroups = 250;

/** Writes the release of 10,000 examples into a folder: JSON lines, hashes, Croissant metadata and a page for data hubs. */
export async function exportData(folder: string, command: Command): Promise<void> {
  const isOther = existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(join(folder, 'SHA256SUMS'));
  if (isOther)
    throw new AppError('folder-not-empty', `${folder} holds other files`, { hint: 'give a new or empty folder' });
  const { version, examples, sha256, files } = await makeRelease(experimentRegistry());
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const made = { folder, version, examples, sha256, files: files.map(({ path }) => path) };
  if (isSet(command, 'json')) return print(safeJson(made));
  print(`${examples.toLocaleString('en')} examples in ${counted(files.length, 'file')}: ${folder}`);
  print(`version ${version}, sha256 ${sha256}`);
}

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
  tell(
    wrapMessage(`${counted(items.length, 'item')} from ${origin}, sha256 ${sha256}; keep the file with your results\n`),
  );
}
