import { z } from 'zod';
import { question } from '../../domain/question.ts';

/** Four questions that a model ranks, and then solves in a separate session each. */
export const difficultyItem = z.strictObject({
  id: z.string().min(1),
  questions: z.array(question).length(4),
});
export type DifficultyItem = z.infer<typeof difficultyItem>;

/** Names of the four questions of a group in the prompt. */
export const questionNames = ['Q1', 'Q2', 'Q3', 'Q4'] as const;
