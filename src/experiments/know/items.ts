import type { z } from 'zod';
import { question } from '../../domain/question.ts';

/** A multiple-choice question with its key. */
export const knowItem = question;
export type KnowItem = z.infer<typeof knowItem>;
