import { hashesOfFirst } from '../../data/make-dataset.ts';
import type { Datasets } from '../../domain/dataset.ts';
import type { RunConfig } from '../../domain/run-config.ts';
import type { RunRecord } from '../../store/store.ts';
import { runDataset } from './item-task.ts';

/**
 * Returns, by experiment, the number of first items of a new run that an earlier run of the store had: where `--limit` was
 * raised, these were asked before. Undefined if no earlier run had any.
 */
export function itemsBefore(
  { config, datasets }: { readonly config: RunConfig; readonly datasets: Datasets },
  earlier: readonly Pick<RunRecord, 'config'>[],
): Readonly<Record<string, number>> | undefined {
  const had = earlier.flatMap((run) => run.config.experiments);
  const known = config.experiments.flatMap((planned) => {
    const shorter = had.filter(({ name, dataset }) => name === planned.name && dataset.items < planned.dataset.items);
    if (shorter.length === 0) return [];
    const lengths = new Set(shorter.map(({ dataset }) => dataset.items));
    const hashes = hashesOfFirst(runDataset(datasets, planned).items, lengths);
    const items = shorter.filter(({ dataset }) => hashes.get(dataset.items) === dataset.sha256);
    return items.length === 0 ? [] : [[planned.name, Math.max(...items.map(({ dataset }) => dataset.items))]];
  });
  return known.length === 0 ? undefined : Object.fromEntries(known);
}
