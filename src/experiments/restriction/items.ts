import { z } from 'zod';

/** A request that a model may answer or refuse. */
export const restrictionItem = z.strictObject({
  id: z.string().min(1),
  prompt: z.string().min(1),
  /** The data set's own label of the request; absent if it has none. */
  label: z.enum(['safe', 'unsafe']).optional(),
  /** Kind of request (homonym, figurative language, ...). */
  kind: z.string().optional(),
  /** Shared by the requests of one contrast pair; intervals are clustered by it. */
  pair: z.string().optional(),
});
export type RestrictionItem = z.infer<typeof restrictionItem>;
