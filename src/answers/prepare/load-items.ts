import type { Format } from '../../data/files/format.ts';
import { loadDataset } from '../../data/load.ts';
import type { Dataset, ItemSelection } from '../../domain/dataset.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import type { RunOptions } from '../options/run-options.ts';
import { itemWarnings } from './item-warnings.ts';

type Options = Pick<RunOptions, 'limit' | 'random' | 'randomSeed' | 'map' | 'mapValue' | 'seed'> & {
  readonly formats: readonly Format[];
  readonly selection?: ItemSelection | undefined;
};

interface LoadedItems {
  readonly dataset: Dataset;
  /** What was read differently from how the file has it, and warnings about the items; empty for shipped data. */
  readonly notes: readonly string[];
  /** Number of items of the data that match the selection, before a limit or a draw. */
  readonly available: number;
}

/** Loads the items of an experiment from a file, or the shipped ones for null, as `seb run` and `seb data check` do. */
export async function loadItems(
  experiment: Experiment,
  path: string | null,
  { formats, selection, limit, random, randomSeed, map, mapValue, seed }: Options,
): Promise<LoadedItems> {
  const notes: string[] = [];
  let available = 0;
  const dataset = await loadDataset(experiment, path, {
    formats,
    selection,
    ...(limit === undefined ? {} : { limit }),
    ...(random === undefined ? {} : { random: { count: random, seed: randomSeed ?? 1 } }),
    ...(map === undefined ? {} : { map }),
    ...(mapValue === undefined ? {} : { mapValue }),
    seed: seed ?? 1,
    onNote: (note) => void notes.push(note),
    onMatching: (items) => {
      available = items;
    },
  });
  return { dataset, available, notes: path === null ? [] : [...notes, ...itemWarnings(dataset, experiment)] };
}
