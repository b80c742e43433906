import { z } from 'zod';
import { quantitySchema } from '../results/quantity.ts';
import { stepSchema } from '../results/step.ts';
import { directionWords, verdictKinds } from './analyses/pairs/verdict-kinds.ts';
import type { StudyFinding, StudyResults } from './study-results.ts';

/** Also runs in the browser: imports only zod and words. */

const findingSchema = z.object({
  models: z.tuple([z.string(), z.string()]).readonly(),
  verdict: z.enum(verdictKinds),
  sentence: z.string(),
  reasons: z.array(z.string()).readonly(),
  accuracies: z
    .array(z.object({ predictor: z.string(), target: z.string(), value: z.number() }).readonly())
    .readonly()
    .nullable(),
  I: quantitySchema,
  E: quantitySchema,
  definitions: z.array(z.string()).readonly(),
  detectable: z.number().nullable(),
  directions: z
    .array(
      z.object({
        target: z.string(),
        other: z.string(),
        word: z.enum(directionWords),
        difference: quantitySchema,
        p: z.number().nullable(),
      }),
    )
    .readonly(),
}) satisfies z.ZodType<StudyFinding>;

/** What a study found, without its tables. */
export const studyResultsSchema = z.object({
  study: z.string(),
  question: z.string(),
  answer: z.string(),
  runs: z.array(z.string()).readonly(),
  adjustedOver: z.string(),
  findings: z.array(findingSchema).readonly(),
  limits: z.array(z.string()).readonly(),
  next: z.array(stepSchema).readonly(),
}) satisfies z.ZodType<Omit<StudyResults, 'sections'>>;
