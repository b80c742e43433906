import { z } from 'zod';

/** A request with a short answer that a model may or may not give again. */
export const repeatItem = z.strictObject({
  id: z.string().min(1),
  request: z.string().min(1),
  /** What the request was made from; absent in files of others. */
  template: z.string().min(1).optional(),
});
export type RepeatItem = z.infer<typeof repeatItem>;
