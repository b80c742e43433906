import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Dataset, ItemBase, ListedDataset } from '../domain/dataset.ts';
import { AppError } from '../util/app-error.ts';
import { checkedItems } from './check-items.ts';
import { parseJsonl } from './files/jsonl.ts';
import { readText } from './files/read-text.ts';
import type { ItemKind } from './item-kind.ts';
import { makeDataset } from './make-dataset.ts';
import { readSourceNote } from './source-note.ts';

/** Path of `data/`, which is next to `src/` in the repository and next to `dist/` in the package. */
export const dataFolder = fileURLToPath(new URL('../../data/', import.meta.url));

/** Returns the starter set of an experiment. AppError if none is shipped. */
export function shippedDataset<Item extends ItemBase>(kind: ItemKind<Item>): ListedDataset<Item> {
  const folder = join(dataFolder, kind.name);
  const file = join(folder, 'items.jsonl');
  // The name of a user's own experiment must not lead out of the data folder.
  if (!/^[\w-]+$/.test(kind.name) || !existsSync(file)) {
    throw new AppError('no-shipped-data', `the experiment "${kind.name}" has no shipped data`, {
      hint: `give a file: --items ${kind.name}=FILE`,
    });
  }
  const items = checkedItems(parseJsonl(readText(file), file), kind, file);
  return makeDataset({ name: kind.name, experiment: kind.name, source: readSourceNote(folder), items });
}

/** A line of `seb data list`. */
type DatasetSummary = Omit<Dataset, 'items'> & { readonly rows: number };

/** Returns the starter sets of the given experiments that have one. */
export function listDatasets(experiments: Iterable<ItemKind>): readonly DatasetSummary[] {
  const withSet = [...experiments].filter(({ sources }) => sources?.loadGenerator !== undefined);
  return withSet.map((kind) => {
    const { items, ...summary } = shippedDataset<ItemBase>(kind);
    return { ...summary, rows: items.length };
  });
}
