import { z } from 'zod';
import type { Estimate } from '../analyse/estimate.ts';
import { runConfigSchema, runSettingsSchema } from '../config/run-config.ts';
import { policies } from '../score/policy.ts';

const share = z.number();
const coverage = z
  .object({
    units: z.int().min(0),
    usable: z.int().min(0),
    lost: z.record(z.string(), z.int()).describe('lost units by "slot: reason"'),
  })
  .describe('what became of the units: option words, requests, groups of questions');

/** One number of `seb report --json`. A value that does not exist is null, never 0 or NaN. */
export const estimateSchema = z.object({
  run: z.string().nullable().describe('run that the number comes from; null where it spans several'),
  experiment: z.string().describe('name of the experiment; "all" for numbers over all of them'),
  model: z.string(),
  condition: z.string().describe('wording, mode and whatever else of the forecast was varied'),
  measure: z.string(),
  unit: z.enum(['share', 'correlation', 'difference', 'tokens']),
  policy: z.enum(policies).describe('how units without a usable forecast or outcome are counted'),
  value: share.nullable(),
  interval: z.tuple([z.number(), z.number()]).readonly().nullable(),
  level: z.number(),
  method: z.string().describe('how the interval was made, seed included'),
  n: z.number().describe('units that the value is a mean over; fractional where executions share a unit'),
  clusters: z.int(),
  coverage,
  base_rate: share.nullable().describe('the best rule that does not look at the model, on the same units'),
  item_label: share.nullable().describe('an item-only rule as the forecast'),
  consensus: share.nullable().describe("the other models' behaviour as the forecast"),
  ceiling: share.nullable().describe('a second execution of the model as the forecast'),
  normalised_skill: z.number().nullable().describe('(value - base_rate) / (ceiling - base_rate)'),
  bounds: z
    .tuple([z.number(), z.number()])
    .readonly()
    .nullable()
    .describe('value if every lost unit were wrong, right'),
}) satisfies z.ZodType<Estimate>;

const provenanceSchema = z.looseObject({
  sebVersion: z.string(),
  nodeVersion: z.string(),
  gitCommit: z.string().nullable(),
  packages: z.record(z.string(), z.string()),
  command: z.string(),
  settings: runSettingsSchema,
});

/** What `seb report --json` prints. */
export const reportSchema = z.object({
  estimates: z.array(estimateSchema),
  runs: z.array(
    z.object({
      run: z.string(),
      status: z.enum(['running', 'paused', 'finished', 'incomplete']),
      createdAt: z.string(),
      updatedAt: z.string(),
      config: runConfigSchema,
      provenance: provenanceSchema,
    }),
  ),
});
