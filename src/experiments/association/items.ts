import { z } from 'zod';

/** A cue word and the option words that a forecast is asked about. */
export const associationItem = z.strictObject({
  id: z.string().min(1),
  target: z.string().min(1),
  options: z.array(z.string().min(1)).min(1),
  /** Theme that the cue belongs to. */
  topic: z.string().optional(),
});
export type AssociationItem = z.infer<typeof associationItem>;
