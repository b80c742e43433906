import { z } from 'zod';
import type { ReadingCount } from '../../analyze/reading-counts.ts';
import type { SalvagedScore } from '../../analyze/salvaged-scores.ts';
import { slotKinds } from '../../domain/slot.ts';

/** How the answers of one model to one kind of call were read, in `readings` of `seb report --json`. */
export const readingsSchema = z.object({
  run: z.string(),
  experiment: z.string(),
  model: z.string().describe('model that answered'),
  calls: z.enum(slotKinds).describe('kind of call: prediction, execution, judgment or written question'),
  answers: z.int(),
  read: z
    .record(z.string(), z.int())
    .describe('answers by the step that read them (strict, fenced, last-object, text, salvaged, ...) or by why not'),
  endUnknown: z
    .int()
    .positive()
    .optional()
    .describe('answers whose server gave no finish reason or an unknown one; absent: none'),
}) satisfies z.ZodType<ReadingCount>;

/** A score with and without salvaged answers, in `salvaged` of `seb report --json`. */
export const salvagedSchema = z.object({
  run: z.string(),
  experiment: z.string(),
  model: z.string(),
  condition: z.string(),
  measure: z.string(),
  salvaged: z.int().describe('units with an answer that was read from a text without the requested form'),
  score: z.number().nullable(),
  n: z.number().describe('units that the score averages over'),
  without: z.number().nullable().describe('the score as if no salvaged answer had been read'),
  nWithout: z.number(),
}) satisfies z.ZodType<SalvagedScore>;
