import { z } from 'zod';

/** A prompt, and a near variant of it in which the question what one would respond to it is framed. */
export const verbatimItem = z.strictObject({
  id: z.string().min(1),
  /** What the model would be executed with. */
  inner: z.string().min(1),
  /** What is said before the question; it resembles `inner` with small changes. */
  lead: z.string().min(1),
  /** What was changed between the two (name, number, order, ...). */
  change: z.string().optional(),
});
export type VerbatimItem = z.infer<typeof verbatimItem>;
