import * as z from 'zod';
import { overviewSchema, runPageSchema } from './contract.ts';
import {
  comparePageSchema,
  compareQuerySchema,
  judgementSchema,
  rankingSchema,
  sessionSchema,
  sidesSchema,
} from './contract-items.ts';
import { studyPageSchema } from './contract-study.ts';

/** Data that a report embeds. Also runs in the browser: imports only zod. */

/** Numbers of a comparison; its changed units are found in the rows. */
const comparedSchema = z.object({
  query: compareQuerySchema,
  page: comparePageSchema.omit({ lost: true, gained: true }),
});

/** What the first screen shows: read before the rest, which is compressed. */
export const openingSchema = z.object({
  overview: overviewSchema,
  /** The page of the report as far as its first screen shows it: without sections, figures and methods. */
  page: runPageSchema,
});
export type Opening = z.infer<typeof openingSchema>;

export const coreSchema = z.object({
  page: runPageSchema,
  studies: z.array(studyPageSchema),
  sides: sidesSchema,
  compared: z.array(comparedSchema),
  /** Number of row pages in this document. */
  rowPages: z.int(),
  /** Number of text pages, in this document or in separate files, and of items per page. */
  textPages: z.int(),
  textsAPage: z.int(),
});
export type StaticCore = z.infer<typeof coreSchema>;

const numbers = z.array(z.number());

/** Rows by column; words and items are indices into the page's own lists. */
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
  /** Index of the item's texts; -1 where they may not be shown. */
  text: numbers,
});
export type RowPage = z.infer<typeof rowPageSchema>;

/** Sessions of one item, for one model under one condition. */
const itemTextSchema = z.object({
  title: z.string(),
  question: z.string(),
  sessions: z.array(sessionSchema),
  judgements: z.array(judgementSchema),
  ranking: rankingSchema,
});
export type ItemText = z.infer<typeof itemTextSchema>;
export const textPageSchema = z.array(itemTextSchema);
