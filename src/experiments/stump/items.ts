import { z } from 'zod';

/** A topic that a model writes a question about. */
export const stumpItem = z.strictObject({
  id: z.string().min(1),
  topic: z.string().min(1),
  /** Number that distinguishes several questions about one topic. */
  number: z.int().min(1),
});
export type StumpItem = z.infer<typeof stumpItem>;
