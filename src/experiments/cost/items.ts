import { z } from 'zod';

/** A request that answers of very different lengths are given to. */
export const costItem = z.strictObject({
  id: z.string().min(1),
  prompt: z.string().min(1),
  /** What the request was made from: the beginning of a question, or a form of writing. */
  template: z.string().min(1).optional(),
});
export type CostItem = z.infer<typeof costItem>;
