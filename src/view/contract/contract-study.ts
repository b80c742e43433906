import * as z from 'zod';
import { sectionSchema } from '../../results/page.ts';
import { studyFindingsSchema } from '../../results/study-result.ts';
import { figureSchema } from './contract-figure.ts';

/** Introspection studies of a store. Also runs in the browser: imports nothing that needs Node. */

export const studySummarySchema = z.object({
  id: z.string(),
  /** ISO 8601, end of its last execution. */
  at: z.string(),
  /** The question with the targets' names. */
  question: z.string(),
  /** Runs of the study. */
  runs: z.array(z.string()),
  /** One sentence per pair of targets. */
  verdicts: z.array(z.object({ kind: z.string(), sentence: z.string() })),
  /** Why there are no results; null if there are. */
  problem: z.string().nullable(),
});
export type StudySummary = z.infer<typeof studySummarySchema>;

export const studyPageSchema = z.object({
  summary: studySummarySchema,
  results: studyFindingsSchema.unwrap().omit({ sections: true }),
  sections: z.array(sectionSchema).readonly(),
  /** Figures, each with the id of the section whose tables hold its numbers. */
  figures: z.array(z.object({ section: z.string(), figure: figureSchema })),
  steps: z.array(z.object({ run: z.string(), step: z.string() })),
  jobs: z.array(z.object({ arm: z.string(), job: z.string(), model: z.string() })),
});
export type StudyPage = z.infer<typeof studyPageSchema>;
