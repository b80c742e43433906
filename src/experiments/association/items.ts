import { z } from 'zod';

/** A cue word and the option words that a forecast is asked about. */
export const associationItem = z.strictObject({
  id: z.string().min(1),
  target: z.string().min(1),
  /** One published card lists a blank word; it stays, so that the counts are the published ones. */
  options: z.array(z.string()).min(1),
  /** Theme that the cue belongs to. */
  topic: z.string().optional(),
});
export type AssociationItem = z.infer<typeof associationItem>;
