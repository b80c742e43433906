import * as z from 'zod';
import { overviewSchema, runPageSchema } from './contract.ts';
import {
  comparePageSchema,
  compareQuerySchema,
  judgementSchema,
  sessionSchema,
  sidesSchema,
} from './contract-items.ts';
import { studyPageSchema } from './contract-study.ts';

/** Data that a report carries in itself. Runs in the browser too: imports nothing but zod. */

/** Numbers of a comparison: its flips are found in the rows. */
export const comparedSchema = z.object({
  query: compareQuerySchema,
  page: comparePageSchema.omit({ lost: true, gained: true }),
});

export const coreSchema = z.object({
  overview: overviewSchema,
  page: runPageSchema,
  studies: z.array(studyPageSchema),
  sides: sidesSchema,
  compared: z.array(comparedSchema),
  /** Pages of rows in this document. */
  rowPages: z.int(),
  /** Pages of texts, in this document or beside it, and how many items one holds. */
  textPages: z.int(),
  textsAPage: z.int(),
});
export type StaticCore = z.infer<typeof coreSchema>;

const numbers = z.array(z.number());

/** Rows by column; words and items by their places in the page's own lists. */
export const rowPageSchema = z.object({
  items: z.array(z.tuple([z.string(), z.string()])),
  words: z.array(z.string()),
  side: numbers,
  item: numbers,
  unit: numbers,
  prediction: numbers,
  outcome: numbers,
  state: numbers,
  reason: numbers,
  score: z.array(z.number().nullable()),
  agree: numbers,
  executions: numbers,
  same: z.array(z.number().nullable()),
  others: z.array(z.number().nullable()),
  divergent: numbers,
  judges: numbers,
  /** Number of the item's texts; -1 where they may not be shown. */
  text: numbers,
});
export type RowPage = z.infer<typeof rowPageSchema>;

/** What was asked and answered about one item, of one model under one condition. */
export const itemTextSchema = z.object({
  title: z.string(),
  question: z.string(),
  sessions: z.array(sessionSchema),
  judgements: z.array(judgementSchema),
});
export type ItemText = z.infer<typeof itemTextSchema>;
export const textPageSchema = z.array(itemTextSchema);
