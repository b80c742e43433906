import * as z from 'zod';
import { studyResultSchema } from '../../introspection/study-result.ts';

/** Introspection studies of a store. Runs in the browser too: imports nothing that needs Node. */

export const studySummarySchema = z.object({
  id: z.string(),
  /** ISO 8601, when it was last carried out. */
  at: z.string(),
  /** Asks the question with the targets' names. */
  question: z.string(),
  /** Runs that the study used. */
  runs: z.array(z.string()),
  /** One sentence for each pair of targets. */
  verdicts: z.array(z.object({ kind: z.string(), sentence: z.string() })),
  /** Why there are no results; null where there are some. */
  problem: z.string().nullable(),
});
export type StudySummary = z.infer<typeof studySummarySchema>;

export const studyPageSchema = z.object({
  summary: studySummarySchema,
  result: studyResultSchema,
  /** What a reader must know before believing a number. */
  notes: z.array(z.string()),
  steps: z.array(z.object({ run: z.string(), step: z.string() })),
  jobs: z.array(z.object({ arm: z.string(), job: z.string(), model: z.string() })),
  testItems: z.number(),
  testStrings: z.number(),
});
export type StudyPage = z.infer<typeof studyPageSchema>;
