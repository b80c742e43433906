import type { Dataset, ListedDataset } from '../../src/dataset/dataset.ts';
import { loadDataset } from '../../src/dataset/load.ts';
import type { ItemBase } from '../../src/experiments/experiment.ts';

/** A data set with its items at hand. */
export function listed<Item extends ItemBase>(dataset: Dataset<Item>): ListedDataset<Item> {
  return { ...dataset, items: [...dataset.items] };
}

/** `loadDataset`, with the items at hand. */
export async function loadListed<Item extends ItemBase>(
  ...args: Parameters<typeof loadDataset<Item>>
): Promise<ListedDataset<Item>> {
  return listed(await loadDataset(...args));
}
