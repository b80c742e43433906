import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dataset, ItemBase, ListedDataset } from '../domain/dataset.ts';
import { AppError } from '../util/app-error.ts';
import { packageFile } from '../util/package-files.ts';
import { checkedItems } from './check-items.ts';
import { parseJsonl } from './files/jsonl.ts';
import { readSourceNote } from './files/published.ts';
import { readText } from './files/read-text.ts';
import type { ItemKind } from './item-kind.ts';
import { makeDataset } from './make-dataset.ts';

/** Path of `data/`, which is next to `src/` in the repository and next to `dist/` in the package. */
export const dataFolder = packageFile('data');

/** Returns the starter set of an experiment. AppError if none is shipped. */
export function shippedDataset<Item extends ItemBase>(kind: ItemKind<Item>): ListedDataset<Item> {
  // The name of a user's own experiment must not lead out of the data folder.
  if (!/^[\w-]+$/.test(kind.name) || !existsSync(join(dataFolder, kind.name, 'items.jsonl'))) {
    throw new AppError('no-shipped-data', `the experiment "${kind.name}" has no shipped data`, {
      hint: `give a file: --items ${kind.name}=FILE`,
    });
  }
  return readSet(kind, kind.name, 'items');
}

/** Returns a shipped set by its name in `seb data list`: `property` or `property/ladder`. AppError for any other name. */
export function shippedSet(kinds: Iterable<ItemKind>, name: string): ListedDataset {
  for (const kind of kinds) {
    if (kind.name === name && kind.sources?.shippedSets !== undefined) return shippedDataset(kind);
    const set = kind.sources?.shippedSets?.find((each) => `${kind.name}/${each}` === name);
    if (set !== undefined) return readSet(kind, name, set);
  }
  throw new AppError('no-shipped-data', `no shipped set has the name "${name}"`, {
    hint: '`seb data list` lists them',
  });
}

function readSet<Item extends ItemBase>(kind: ItemKind<Item>, name: string, set: string): ListedDataset<Item> {
  const folder = join(dataFolder, kind.name);
  const file = join(folder, `${set}.jsonl`);
  const items = checkedItems(parseJsonl(readText(file), file), kind, file);
  return makeDataset({ name, experiment: kind.name, source: readSourceNote(folder), items });
}

/** A line of `seb data list`. */
type DatasetSummary = Omit<Dataset, 'items'> & { readonly rows: number };

/** Returns the starter sets of the given experiments that have one. */
export function listDatasets(experiments: Iterable<ItemKind>): readonly DatasetSummary[] {
  return [...experiments]
    .filter(({ sources }) => sources?.shippedSets !== undefined)
    .map((kind) => summaryOf(shippedDataset(kind)));
}

/** Returns every shipped set of the given experiments, the starter set of each first. */
export function listShippedSets(experiments: Iterable<ItemKind>): readonly DatasetSummary[] {
  return [...experiments].flatMap((kind) => {
    const sets = kind.sources?.shippedSets;
    if (sets === undefined) return [];
    return [shippedDataset(kind), ...sets.map((set) => readSet(kind, `${kind.name}/${set}`, set))].map(summaryOf);
  });
}

function summaryOf({ items, ...summary }: ListedDataset): DatasetSummary {
  return { ...summary, rows: items.length };
}

/** Returns the published benchmark table, from which abilities are estimated, as CSV. */
export function publishedBenchmarks(): string {
  return readFileSync(join(dataFolder, 'published', 'benchmarks.csv'), 'utf8');
}
