import { z } from 'zod';
import type { LadderCurve, LadderFinding, RungScore } from './ladder.ts';
import { quantitySchema } from './quantity-schema.ts';

const rungSchema = z.strictObject({
  rung: z.int().describe('from 1, the easiest'),
  label: z.string(),
  score: quantitySchema,
  constant: quantitySchema.describe('score of the best constant answer on the same units'),
  gain: quantitySchema.describe('score less that of the best constant answer'),
  reexecution: quantitySchema,
  others: quantitySchema.describe("score of the other models' values as the prediction"),
  known: z.number().describe('share of units whose executions have a most frequent value'),
  read: z.number().nullable().describe('share of predictions that could be read'),
  p: z.number().nullable(),
  holm: z.number().nullable().describe('adjusted over all rungs of the model'),
  isAbove: z.boolean(),
}) satisfies z.ZodType<RungScore>;

export const ladderCurveSchema = z.strictObject({
  axis: z.string(),
  rungs: z.array(rungSchema).readonly(),
  slope: quantitySchema.describe('least-squares slope of the score per rung'),
  gainSlope: quantitySchema.describe('least-squares slope of the gain per rung'),
  notAboveFrom: z
    .string()
    .nullable()
    .describe('first rung after the last one above the best constant answer; null where the last one is above it'),
}) satisfies z.ZodType<LadderCurve>;

export const ladderFindingSchema = ladderCurveSchema.extend({
  ...{ run: z.string(), experiment: z.string(), condition: z.string(), model: z.string() },
}) satisfies z.ZodType<LadderFinding>;
