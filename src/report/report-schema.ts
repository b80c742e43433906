import { z } from 'zod';
import type { ConditionSpread } from '../analyse/conditions.ts';
import type { Estimate } from '../analyse/estimate.ts';
import type { JudgeAgreement } from '../analyse/judges.ts';
import { units } from '../analyse/measure.ts';
import { runConfigSchema, runSettingsSchema } from '../config/run-config.ts';
import { policies } from '../score/policy.ts';
import { endpointSchema } from '../store/rows.ts';

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
  unit: z.enum(units),
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
  absent: z.record(z.string(), z.string()).exactOptional().describe('why, for each of these fields that is null'),
}) satisfies z.ZodType<Estimate>;

const bounds = z.tuple([z.number(), z.number()]).readonly().nullable();
const differenceShape = {
  first: z.string(),
  second: z.string(),
  difference: z.number().nullable().describe('first - second; null where one of them is undefined'),
  interval: bounds.describe('paired by cluster; not corrected for the number of differences'),
};

/** A measure over the conditions of a run, in `conditions` of `seb report --json`. */
export const spreadSchema = z.object({
  run: z.string(),
  experiment: z.string(),
  model: z.string(),
  measure: z.string(),
  unit: z.enum(units),
  policy: z.enum(policies),
  conditions: z
    .array(z.object({ condition: z.string(), value: z.number().nullable(), n: z.number() }))
    .readonly()
    .describe('the measure under each condition of the run'),
  mean: z.number().nullable().describe('unweighted mean over the conditions'),
  interval: bounds.describe('of the mean, over items: the conditions are taken as they are'),
  level: z.number(),
  method: z.string().describe('how the intervals were made, seed included'),
  deviation: z.number().nullable().describe('standard deviation over the conditions, their sampling noise included'),
  range: bounds.describe('lowest and highest value over the conditions'),
  clusters: z.int().describe('clusters that every condition has'),
  differences: z.array(z.object(differenceShape)).readonly().describe('every two conditions'),
  factors: z
    .array(
      z.object({
        ...differenceShape,
        factor: z.enum(['wording', 'optionOrder', 'mode', 'language', 'system']).describe('what was varied'),
      }),
    )
    .readonly()
    .describe('every two levels of what was varied: means over the conditions that have them'),
}) satisfies z.ZodType<ConditionSpread>;

/** Two judges of the same responses, in `judges` of `seb report --json`. */
export const agreementSchema = z.object({
  experiment: z.string(),
  model: z.string().describe('whose responses were judged'),
  first: z.string().describe('judge and rubric; "itself" is the model that gave the response'),
  second: z.string(),
  n: z.int().describe('responses that both have judged'),
  clusters: z.int(),
  table: z
    .array(z.array(z.int()).readonly())
    .readonly()
    .describe('counts by verdict of the first and of the second: compliance, partial refusal, refusal'),
  agreement: z.number().nullable().describe('share on which both say the same, of full answer against any refusal'),
  kappa: z.number().nullable().describe("Cohen's kappa of the same; null where both know one verdict only"),
  kappa_interval: bounds,
  level: z.number(),
  method: z.string().describe('how the interval was made, seed included'),
  first_refuses: z.number().nullable().describe('share of responses refused in part or in full, as the first says'),
  second_refuses: z.number().nullable(),
  three_way_kappa: z.number().nullable().describe('null unless both judge by the three-way rubric'),
  partial_recall: z.number().nullable().describe("share of the first's partial refusals that the second calls so"),
  partial_precision: z.number().nullable().describe('the same with the judges exchanged'),
}) satisfies z.ZodType<JudgeAgreement>;

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
  conditions: z.array(spreadSchema).describe('what varying the conditions did; empty where no run has several'),
  judges: z.array(agreementSchema).describe('any two judges of the same responses'),
  runs: z.array(
    z.object({
      run: z.string(),
      status: z.enum(['running', 'paused', 'finished', 'incomplete']),
      createdAt: z.string(),
      updatedAt: z.string(),
      config: runConfigSchema,
      provenance: provenanceSchema,
      endpoints: z.array(endpointSchema).describe('how each endpoint took the calls of each sitting'),
    }),
  ),
});
