import { z } from 'zod';

/** An item of another tool's log under one of its scores. */
export const scoredItem = z.strictObject({
  id: z.string().min(1),
  /** Task and score, such as `times, exact_match`: logs of other scores are other data sets. */
  task: z.string().min(1),
  /** Beginning of what the model was asked. */
  text: z.string(),
  /** Hash of the question, its choices and its right answer. */
  sha256: z.string(),
  /** Items of one group are dependent. */
  group: z.string().min(1),
  /** Whether equal and nearly equal texts have one group already: `text` is cut. Absent: an import of version 0.3. */
  isGrouped: z.literal(true).exactOptional(),
  /** Right answer; null where the log has none. */
  key: z.string().nullable(),
  /** Whether the score is graded: its values are shares of a range, 0 and 1 among them. */
  isGraded: z.literal(true).exactOptional(),
});
export type LoggedItem = z.infer<typeof scoredItem>;
