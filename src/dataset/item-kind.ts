import type { ItemBase } from '../domain/item.ts';
import type { Experiment } from '../experiments/experiment.ts';

/** The part of an experiment that is needed to read items. */
export type ItemKind<Item extends ItemBase = ItemBase> = Pick<
  Experiment<Item>,
  'name' | 'itemSchema' | 'sources' | 'uniqueBy' | 'splitOf'
>;
