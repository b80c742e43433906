import { z } from 'zod';
import { question } from '../../domain/question.ts';

/** Four questions that a model is asked to rank, and to solve each in a session of its own. */
export const difficultyItem = z.strictObject({
  id: z.string().min(1),
  questions: z.array(question).length(4),
});
export type DifficultyItem = z.infer<typeof difficultyItem>;
