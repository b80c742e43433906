import { z } from 'zod';
import { quantitySchema } from './quantity.ts';

/** Scores at one rung of a ladder of difficulty. Missing predictions count as wrong. */
const rungScoreSchema = z
  .strictObject({
    rung: z.int().describe('from 1, the easiest'),
    label: z.string(),
    score: quantitySchema.describe('share of predictions that equal the most frequent value of the executions'),
    constant: quantitySchema.describe('score of the best constant answer on the same units'),
    gain: quantitySchema.describe('score less that of the best constant answer'),
    reexecution: quantitySchema.describe('score of one execution as the prediction of the others'),
    others: quantitySchema.describe("score of the other models' values as the prediction"),
    known: z.number().describe('share of units whose executions have a most frequent value'),
    read: z.number().nullable().describe('share of predictions that could be read'),
    p: z.number().nullable().describe('p of the gain'),
    adjusted: z.number().nullable().describe('p adjusted over all rungs of the model (Holm)'),
    isAbove: z.boolean().describe('whether the score is above the best constant answer at 5 % after adjustment'),
  })
  .readonly();
export type RungScore = z.infer<typeof rungScoreSchema>;

/** Scores along one axis of difficulty. */
export const ladderCurveSchema = z.strictObject({
  axis: z.string(),
  rungs: z.array(rungScoreSchema).readonly(),
  slope: quantitySchema.describe('least-squares slope of the score per rung'),
  gainSlope: quantitySchema.describe('least-squares slope of the gain per rung'),
  notAboveFrom: z
    .string()
    .nullable()
    .describe('first rung after the last one above the best constant answer; null where the last one is above it'),
});
export type LadderCurve = Readonly<z.infer<typeof ladderCurveSchema>>;

/** A curve of one model of a run. */
export const ladderFindingSchema = ladderCurveSchema
  .extend({ run: z.string(), experiment: z.string(), condition: z.string(), model: z.string() })
  .readonly();
export type LadderFinding = z.infer<typeof ladderFindingSchema>;
