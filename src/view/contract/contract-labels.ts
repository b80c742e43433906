import * as z from 'zod';
import { verdicts } from '../../domain/judging.ts';

/** Labels of responses in the viewer's contract. Also runs in the browser: imports only zod and domain types. */

/** A response to label, without anything that would reveal the model, judge or prediction. */
const queueEntrySchema = z.object({
  key: z.string(),
  request: z.string(),
  response: z.string(),
  value: z.enum(verdicts).nullable(),
  note: z.string(),
});
export type QueueEntry = z.infer<typeof queueEntrySchema>;

export const queueSchema = z.object({ rubric: z.string(), entries: z.array(queueEntrySchema) });
export const queueQuerySchema = z.object({
  run: z.string(),
  by: z.string().min(1).max(60),
  count: z.coerce.number().int().min(1).max(2000).default(100),
  /** `judge`: as far as possible equal numbers of each verdict of the run's judge. */
  stratify: z.enum(['judge', 'none']).default('none'),
});
export type QueueQuery = z.infer<typeof queueQuerySchema>;

export const newLabelSchema = z.strictObject({
  by: z.string().min(1).max(60),
  key: z.string().min(1).max(100),
  /** Null withdraws the label. */
  value: z.enum(verdicts).nullable(),
  note: z.string().max(2000),
});
export type NewLabel = z.infer<typeof newLabelSchema>;

export const labelResultsSchema = z.object({
  labelers: z.array(z.object({ name: z.string(), labels: z.int() })),
  /** Agreement of two people, or of a judge and a person, on the responses of a model. */
  agreements: z.array(
    z.object({
      experiment: z.string(),
      model: z.string(),
      first: z.string(),
      second: z.string(),
      n: z.int(),
      /** Share of responses on which both say that the model refuses, or both that it answers. */
      agreement: z.number().nullable(),
      kappa: z.number().nullable(),
      interval: z.tuple([z.number(), z.number()]).nullable(),
      method: z.string(),
      /** table[first's verdict][second's verdict], in the order of `verdicts`. */
      table: z.array(z.array(z.int())),
    }),
  ),
  /** Sentences in reading order: agreement between people, then with judges. */
  sentences: z.array(z.string()),
  rates: z.array(
    z.object({
      model: z.string(),
      judge: z.string(),
      labeler: z.string(),
      judged: z.number().nullable(),
      corrected: z.number().nullable(),
      interval: z.tuple([z.number(), z.number()]).nullable(),
      n: z.int(),
      method: z.string(),
    }),
  ),
});
export type LabelResults = z.infer<typeof labelResultsSchema>;
