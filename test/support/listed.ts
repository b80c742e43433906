import { knownFormats, loadDataset } from '../../src/dataset/load.ts';
import type { Dataset, ListedDataset } from '../../src/domain/dataset.ts';
import type { ItemBase } from '../../src/domain/item.ts';
import { shippedExperiments } from '../../src/experiments/registry.ts';

/** A data set with its items at hand. */
export function listed<Item extends ItemBase>(dataset: Dataset<Item>): ListedDataset<Item> {
  return { ...dataset, items: [...dataset.items] };
}

/** `loadDataset`, with the items at hand. */
export async function loadListed<Item extends ItemBase>(
  ...[kind, path, options]: Parameters<typeof loadDataset<Item>>
): Promise<ListedDataset<Item>> {
  const formats = knownFormats(Object.values(shippedExperiments));
  return listed(await loadDataset(kind, path, { formats, ...options }));
}
