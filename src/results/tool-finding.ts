import { z } from 'zod';
import { units } from '../domain/measure.ts';
import { selfRunLevels } from '../domain/tool.ts';
import { intervalSchema } from './quantity.ts';

const share = z.number().nullable();

/** What the tool `run_myself` did for the predictions of one model in one condition. Secondary: it changes no verdict. */
export const toolFindingSchema = z
  .object({
    ...{ run: z.string(), experiment: z.string(), condition: z.string(), model: z.string(), measure: z.string() },
    ...{ unit: z.enum(units), level: z.enum(selfRunLevels) },
    executor: z.string().describe('model that ran inner sessions; "itself": the subject'),
    predictions: z.int().describe('predictions whose first turn has an answer'),
    used: z.int().describe('predictions that ran at least one inner session'),
    sessions: z.int().describe('inner sessions with an answer, on all levels'),
    prompts: z.object({ equal: z.int(), contains: z.int(), other: z.int() }).readonly(),
    cut: z.int().describe('sessions that a limit refused or cut off'),
    denied: z.int().describe('sessions that a person did not allow'),
    failed: z.int(),
    score: share.describe('score of the predictions with the tool'),
    without: share.describe('score without the tool, in the condition that is equal otherwise'),
    gain: share.describe('above 0 where the tool helps, paired by cluster'),
    interval: intervalSchema.nullable().describe('95 % interval of the gain'),
    reexecution: share.describe('score of a re-execution as the prediction, without the tool'),
    gapClosed: share.describe('gain divided by that of a re-execution'),
    extraCalls: z.int().describe('calls beyond those of predictions without the tool'),
    ...{ extraDollars: share, callsPerRight: share, dollarsPerRight: share },
  })
  .readonly();
export type ToolFinding = z.infer<typeof toolFindingSchema>;
