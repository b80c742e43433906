import * as z from 'zod';
import { type Filter, filterSchema } from '../src/view/contract/contract-items.ts';

/** What the address of the items says: the filter, which columns are hidden, and whether models are columns. */
export const itemsSearchSchema = filterSchema
  .omit({ run: true })
  .extend({ hide: z.string().max(200).optional(), by: z.literal('models').optional() });
export type ItemsSearch = z.infer<typeof itemsSearchSchema>;

/** An item, and its place in the list that it was opened from. */
export const itemSearchSchema = z.object({
  experiment: z.string(),
  model: z.string(),
  condition: z.string(),
  item: z.string(),
  /** The option word or other part that was opened. */
  unit: z.string().optional(),
  /** The run, where the page is about several. */
  of: z.string().optional(),
  at: z.coerce.number().int().min(0).optional(),
  list: itemsSearchSchema.optional(),
});

export type ItemSearch = z.infer<typeof itemSearchSchema>;

/** Returns the filter of a URL; on a report's page about all runs, the filter has no run. */
export function filterOf(run: string, { hide: _hide, by: _by, ...search }: ItemsSearch): Filter {
  return filterSchema.parse({ ...search, run: run === 'all' ? undefined : run });
}
