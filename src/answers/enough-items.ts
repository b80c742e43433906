import { knownFormats } from '../data/load.ts';
import type { Dataset } from '../domain/dataset.ts';
import { experimentNamed } from '../experiments/registry.ts';
import { type EnoughItems, leastItems } from './design-limits.ts';
import { plannedData } from './estimate-run.ts';
import type { RunOptions } from './options/run-options.ts';
import { detectableDifferences } from './plan/minimum-detectable-effect.ts';
import { loadItems } from './prepare/load-items.ts';
import { itemSelection } from './prepare/prepare.ts';
import type { PreparedRun } from './prepare/prepared-run.ts';

/** Numbers of items that are tried. */
const maxTries = 20;

/**
 * Returns how many items of each experiment are enough for every verdict, in tens: the plan with them has no item too few, which
 * loading them shows. Null where the planned items are enough, and where the data has too few.
 */
export async function enoughItems(prepared: PreparedRun, options: RunOptions): Promise<EnoughItems | null> {
  const flag = options.random === undefined ? '--limit' : '--random';
  let needed = leastItems(plannedItems(prepared, prepared.datasets));
  for (let tries = 0; tries < maxTries && typeof needed === 'number'; tries += 1) {
    const count: number = needed;
    const more = leastItems(plannedItems(prepared, await datasetsWith(count, prepared, options)));
    if (more === 'enough') return { count, flag };
    needed = more === 'no data' ? more : Math.max(more, count + 10);
  }
  return null;
}

/** Returns the groups and items of a plan with these data sets in place of its own. */
function plannedItems(prepared: PreparedRun, datasets: PreparedRun['datasets']) {
  const { config, experiments } = prepared;
  const items = plannedData(prepared).map((each, index) => ({
    ...each,
    items: datasets.get(config.experiments[index]?.dataset.sha256 ?? '')?.items.length ?? each.items,
  }));
  return {
    detectable: { experiments: detectableDifferences(config, experiments, datasets) },
    items: { experiments: items },
  };
}

/** Returns the data sets of a plan, under the hashes of its own, with this number of items. */
async function datasetsWith(
  count: number,
  prepared: PreparedRun,
  options: RunOptions,
): Promise<PreparedRun['datasets']> {
  const formats = knownFormats(prepared.experiments.values());
  const wanted = options.random === undefined ? { limit: count } : { random: count };
  const loaded = prepared.config.experiments.map(async ({ name, dataset: { sha256 } }): Promise<[string, Dataset]> => {
    const experiment = experimentNamed(prepared.experiments, name);
    const selection = itemSelection(options);
    const { dataset } = await loadItems(experiment, options.items?.[name] ?? null, {
      ...options,
      ...wanted,
      formats,
      selection,
    });
    return [sha256, dataset];
  });
  return new Map(await Promise.all(loaded));
}
