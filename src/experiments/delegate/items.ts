import { z } from 'zod';
import { question } from '../../domain/question.ts';

/** Probabilities, in percent, with which colleagues are right. */
export const colleagues = [30, 50, 70, 90] as const;

/** A multiple-choice question with its key, and a colleague. */
export const delegateItem = question.extend({
  /** Probability that the colleague is right, in percent. */
  colleague: z.union(colleagues.map((percent) => z.literal(percent))),
  /** The beginning that questions of one template share; absent in files of others. */
  template: z.string().min(1).optional(),
});
export type DelegateItem = z.infer<typeof delegateItem>;
