import { z } from 'zod';
import { tableSchema } from './page.ts';
import { stepSchema } from './step.ts';

/** What a study found, as the results of its runs show it before anything about the runs themselves. */
export const studyStorySchema = z
  .object({
    study: z.string().describe('id of the study in the store'),
    question: z.string(),
    answer: z.string().describe("the study's verdict in one sentence"),
    details: z
      .array(z.string())
      .readonly()
      .describe('of one pair of models: definitions and reasons; of several: the verdict on each pair'),
    table: tableSchema.nullable().describe('who predicts whom after the same training; null without a pair'),
    limits: z.array(z.string()).readonly(),
    next: z.array(stepSchema).readonly(),
  })
  .readonly();
export type StudyStory = z.infer<typeof studyStorySchema>;
