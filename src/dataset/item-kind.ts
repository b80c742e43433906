import type { z } from 'zod';
import { associationItem } from '../experiments/association/items.ts';
import { difficultyItem } from '../experiments/difficulty/items.ts';
import type { ItemBase } from '../experiments/experiment.ts';
import { restrictionItem } from '../experiments/restriction/items.ts';
import { stumpItem } from '../experiments/stump/items.ts';
import { verbatimItem } from '../experiments/verbatim/items.ts';

/** What reading items needs to know of an experiment; every `Experiment` is one. */
export interface ItemKind<Item extends ItemBase = ItemBase> {
  readonly name: string;
  readonly itemSchema: z.ZodType<Item>;
}

/** The experiments that data is shipped for. */
export const itemKinds = {
  association: { name: 'association', itemSchema: associationItem },
  restriction: { name: 'restriction', itemSchema: restrictionItem },
  difficulty: { name: 'difficulty', itemSchema: difficultyItem },
  stump: { name: 'stump', itemSchema: stumpItem },
  verbatim: { name: 'verbatim', itemSchema: verbatimItem },
} as const satisfies Record<string, ItemKind>;
export type ShippedName = keyof typeof itemKinds;

/** Whether data is shipped for the experiment of that name. */
export function isShipped(name: string): name is ShippedName {
  return Object.hasOwn(itemKinds, name);
}
