import type { z } from 'zod';
import { question } from '../../domain/question.ts';

/** A multiple-choice question with its key. */
export const injectionItem = question;
export type InjectionItem = z.infer<typeof injectionItem>;
