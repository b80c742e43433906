import { z } from 'zod';
import { quantitySchema } from './quantity.ts';

/** What the answers of a model are scored by: right and wrong, or grades, as shares of their range. */
const rightKinds = ['right-or-wrong', 'graded'] as const;

/** Executions without an outcome, and how they count. */
const missingAnswersSchema = z
  .object({
    reason: z.string(),
    executions: z.int(),
    counted: z.boolean().describe('whether they count as wrong; else they do not count'),
  })
  .readonly();

/** How often the answers of one model are right, whatever was predicted. */
export const rightAnswersSchema = z
  .object({
    run: z.string(),
    experiment: z.string(),
    task: z.string(),
    condition: z.string(),
    model: z.string(),
    kind: z.enum(rightKinds),
    right: quantitySchema.describe(
      'mean over items of how right the executions are, in [0, 1], with the 95 % Wilson interval over groups of items',
    ),
    se: z.number().nullable().describe('standard error over groups of items'),
    answered: z.number().nullable().describe('mean over the executions with an outcome alone'),
    items: z.int(),
    executions: z.int(),
    missing: z.array(missingAnswersSchema).readonly(),
  })
  .readonly();
export type RightAnswers = z.infer<typeof rightAnswersSchema>;

/** Says of grades how they are shown, and that a confidence stated beside them has no score. */
export function gradesSentence(isConfident: boolean): string {
  const stated =
    '; stated confidence has no score beside them: read the log with --threshold VALUE, which makes them right or wrong';
  return `Grades are shown as shares of their range${isConfident ? stated : ''}.`;
}
