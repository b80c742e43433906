import { z } from 'zod';

/** A request for a short text that several models write. */
export const recognizeItem = z.strictObject({
  id: z.string().min(1),
  request: z.string().min(1),
  /** The form that the request was made from; absent in files of others. */
  template: z.string().min(1).optional(),
});
export type RecognizeItem = z.infer<typeof recognizeItem>;
