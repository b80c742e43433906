import type { ItemBase } from '../domain/item.ts';
import type { Experiment } from '../experiments/experiment.ts';

/** What reading items needs to know of an experiment. */
export type ItemKind<Item extends ItemBase = ItemBase> = Pick<
  Experiment<Item>,
  'name' | 'itemSchema' | 'sources' | 'uniqueBy' | 'splitOf'
>;
