import { z } from 'zod';

/** A cue word and the option words to predict. */
export const associationItem = z.strictObject({
  id: z.string().min(1),
  target: z.string().min(1),
  /** One published card lists a blank word; it is kept, so that the counts equal the published ones. */
  options: z.array(z.string()).min(1),
  /** Theme of the cue. */
  topic: z.string().optional(),
});
export type AssociationItem = z.infer<typeof associationItem>;

/** Number of words that the prompt requests. */
export const listLength = 5;
