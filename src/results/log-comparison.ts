import { z } from 'zod';
import { absences } from '../domain/recorded.ts';
import { pairedContrastShape } from './contrast.ts';

const meansSchema = z
  .object({ a: z.number().nullable(), b: z.number().nullable() })
  .describe('mean of each side over the items that both have, in [0, 1]');

/** One way to count the missing outcomes of a pair. */
const reading = z.object({ ...pairedContrastShape, means: meansSchema });
export type PairReading = z.infer<typeof reading>;

/** Two models on the same items, as the tool counts missing answers; `a` is the one whose log was given first. */
const recordedPair = z.object({
  ...reading.shape,
  set: z.string().nullable().describe('data set of the items; null where the logs have one: sets are never pooled'),
  items: z.int().describe('items that both sides have'),
  groups: z.int().describe('groups of these items'),
  ties: z.int().describe('items on which both have a score, and the same one'),
  alone: z.object({ a: z.int(), b: z.int() }).describe('items that only one side has'),
  otherTexts: z.int().describe('shared ids whose texts differ; they are left out'),
  answered: reading.nullable().describe('executions with an outcome alone; null where that is the same'),
  check: z
    .object({
      ...pairedContrastShape,
      note: z.string().nullable().describe('a caution about a measured check; null if none'),
    })
    .nullable()
    .describe('what the gate says of `a` against `b`; null without a margin, and where it does not check them'),
});
export type RecordedPair = z.infer<typeof recordedPair>;

/** What a comparison of logs found, or why they cannot be compared and what would make them comparable. */
export const recordedComparisonSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('compared'),
    score: z.string(),
    task: z.string(),
    otherScores: z.array(z.string()),
    pairs: z.array(recordedPair),
    /** Executions of a side without an outcome, and whether the tool counts them as wrong or not at all. */
    missing: z.array(
      z.object({
        side: z.string(),
        reason: z.enum(absences),
        executions: z.number(),
        of: z.number(),
        counted: z.boolean(),
      }),
    ),
    notes: z.array(z.string()),
  }),
  z.object({ kind: z.literal('refused'), reason: z.string(), advice: z.string() }),
]);
export type RecordedComparison = z.infer<typeof recordedComparisonSchema>;
