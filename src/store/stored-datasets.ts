import type { Dataset, Datasets } from '../domain/dataset.ts';
import type { RunConfig } from '../domain/run-config.ts';
import type { Store } from './store.ts';

export async function storedDatasets(store: Store, config: RunConfig): Promise<Datasets> {
  const datasets = new Map<string, Dataset>();
  for (const { dataset } of config.experiments) {
    const found = await store.dataset(dataset.sha256);
    if (found !== null) datasets.set(dataset.sha256, found);
  }
  return datasets;
}
