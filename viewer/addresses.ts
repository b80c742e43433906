import * as z from 'zod';
import { type Filter, filterSchema } from '../src/view/contract/contract-items.ts';

/** What the address of the items says: the filter, and which columns are hidden. */
export const itemsSearchSchema = filterSchema.omit({ run: true }).extend({ hide: z.string().max(200).optional() });
export type ItemsSearch = z.infer<typeof itemsSearchSchema>;

/** Returns the filter of a URL; on a report's page about all runs, the filter has no run. */
export function filterOf(run: string, { hide: _hide, ...search }: ItemsSearch): Filter {
  return filterSchema.parse({ ...search, run: run === 'all' ? undefined : run });
}
