import { knownFormats, loadDataset } from '../../src/data/load.ts';
import type { Dataset, ItemBase, ListedDataset } from '../../src/domain/dataset.ts';
import { shippedExperiments } from '../../src/experiments/registry.ts';

/** Returns a data set with its items in memory. */
export function listed<Item extends ItemBase>(dataset: Dataset<Item>): ListedDataset<Item> {
  return { ...dataset, items: [...dataset.items] };
}

/** Calls `loadDataset` and loads the items into memory. */
export async function loadListed<Item extends ItemBase>(
  ...[kind, path, options]: Parameters<typeof loadDataset<Item>>
): Promise<ListedDataset<Item>> {
  const formats = knownFormats(Object.values(shippedExperiments));
  return listed(await loadDataset(kind, path, { formats, ...options }));
}
