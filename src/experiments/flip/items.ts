import { z } from 'zod';
import { question } from '../../domain/question.ts';

/** A multiple-choice question whose text is changed. */
export const flipItem = question.extend({
  /** The beginning that questions of one template share; absent in files of others. */
  template: z.string().min(1).optional(),
});
export type FlipItem = z.infer<typeof flipItem>;
