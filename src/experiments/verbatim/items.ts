import { z } from 'zod';

/** A prompt, and a similar prompt that frames the question what the model would respond to the first. */
export const verbatimItem = z.strictObject({
  id: z.string().min(1),
  /** Prompt of the execution. */
  inner: z.string().min(1),
  /** Text before the question; resembles `inner` with small changes. */
  lead: z.string().min(1),
  /** Difference between the two (name, number, order, ...). */
  change: z.string().optional(),
});
export type VerbatimItem = z.infer<typeof verbatimItem>;
