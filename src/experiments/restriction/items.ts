import { z } from 'zod';

/** A request that a model may answer or refuse. */
export const restrictionItem = z.strictObject({
  id: z.string().min(1),
  prompt: z.string().min(1),
  /** The data set's own judgement of the request; absent where it has none. */
  label: z.enum(['safe', 'unsafe']).optional(),
  /** Kind of request (homonym, figurative language, ...). */
  kind: z.string().optional(),
  /** Requests of one contrast pair share it: intervals are clustered by it. */
  pair: z.string().optional(),
});
export type RestrictionItem = z.infer<typeof restrictionItem>;
