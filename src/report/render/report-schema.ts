import { z } from 'zod';
import type { GroupAccuracy } from '../../analyze/categorical/categorical-points.ts';
import type { ConditionSpread } from '../../analyze/conditions.ts';
import type { ModelContrasts } from '../../analyze/contrasts.ts';
import type { JudgeAgreement } from '../../analyze/judges.ts';
import type { ServedModel } from '../../analyze/served-models.ts';
import type { Estimate } from '../../domain/estimate.ts';
import { units } from '../../domain/measure.ts';
import { policies } from '../../domain/policy.ts';
import { runConfigSchema, runSettingsSchema } from '../../domain/run-config.ts';
import { endpointSchema } from '../../store/schema/rows.ts';

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
  base_rate: share.nullable().describe('the best constant answer, chosen on other clusters than it is scored on'),
  item_rule: share.nullable().describe('an item-only rule as the forecast'),
  other_models: share.nullable().describe("the other models' behaviour as the forecast"),
  reexecution: share.nullable().describe('a second execution of the model as the forecast'),
  skill: z
    .number()
    .nullable()
    .describe('(value - base rate) / (optimum - base rate), by the upper estimate of the optimum'),
  skill_interval: z.tuple([z.number(), z.number()]).readonly().nullable().exactOptional(),
  skill_upper: z.number().nullable().exactOptional().describe('the same by the lower estimate of the optimum'),
  optimum: z
    .tuple([z.number(), z.number()])
    .readonly()
    .nullable()
    .exactOptional()
    .describe('lower and upper estimate of what the best prediction of its own behavior scores'),
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
        factor: z
          .enum(['wording', 'optionOrder', 'mode', 'language', 'system', 'systemOn'])
          .describe('what was varied'),
      }),
    )
    .readonly()
    .describe('every two levels of what was varied: means over the conditions that have them'),
}) satisfies z.ZodType<ConditionSpread>;

const servedSchema = z.object({
  run: z.string(),
  model: z.string().describe('model that was asked'),
  served: z.string().nullable().describe('name that the server gave; null where it gave none'),
  answers: z.int(),
  first: z.string().describe('ISO 8601, when the first of these calls was sent'),
  last: z.string(),
}) satisfies z.ZodType<ServedModel>;

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

const contrastShape = {
  value: z.number().nullable().describe('its own score minus that of the other prediction, on the same units'),
  interval: bounds,
  p: z.number().nullable().describe('two-sided sign-flip test by cluster, not adjusted'),
  n: z.number().describe('units that both have a score for'),
  reason: z.string().exactOptional().describe('why there is no value'),
};

/** What one model's predictions are better than, in `contrasts` of `seb report --json`. */
export const contrastsSchema = z.object({
  run: z.string(),
  experiment: z.string(),
  model: z.string(),
  condition: z.string(),
  measure: z.string().describe('the headline, under the policy "parsed"'),
  clusters: z.int(),
  base_rate: z.object(contrastShape).describe('minus the best constant answer, cross-fitted'),
  item_rule: z.object(contrastShape).describe("minus the data set's own rule"),
  others: z
    .object({
      ...contrastShape,
      models: z.int().describe('how many other models there are'),
      curve: z
        .array(z.object({ k: z.int(), value: z.number().nullable() }))
        .readonly()
        .describe('score of k other models as the prediction, mean over subsets'),
    })
    .describe("minus the other models' behavior"),
  verdict: z.enum(['above-chance-and-others', 'above-chance', 'not-distinguishable', 'below-chance', 'insufficient']),
  reasons: z.array(z.string()).readonly().describe('why, in plain words'),
}) satisfies z.ZodType<ModelContrasts>;

const provenanceSchema = z.looseObject({
  sebVersion: z.string(),
  nodeVersion: z.string(),
  gitCommit: z.string().nullable(),
  packages: z.record(z.string(), z.string()),
  command: z.string(),
  settings: runSettingsSchema,
});

/** The accuracy of one group of task and property, in `groups` of `seb report --json`. */
export const groupSchema = z.object({
  run: z.string(),
  experiment: z.string(),
  model: z.string(),
  condition: z.string(),
  group: z.string().describe('task and property'),
  n: z.int().describe('units with a truth'),
  accuracy: z.number().nullable().describe('absent predictions count as wrong'),
  mode: z.number().nullable().describe('accuracy of the most frequent value of the other strings'),
  item_rule: z.number().nullable().describe('accuracy of a rule that sees the string and not the model'),
  re_execution: z.number().nullable().describe('accuracy of one execution as the prediction of the others'),
  modal_share: z.number().describe('share of the most frequent true value'),
  entropy: z.number().nullable().describe('of the true values, in bits'),
  in_macro: z.boolean().describe('whether the group is in the macro average'),
}) satisfies z.ZodType<GroupAccuracy>;

/** What `seb report --json` prints. */
export const reportSchema = z.object({
  estimates: z.array(estimateSchema),
  conditions: z.array(spreadSchema).describe('what varying the conditions did; empty where no run has several'),
  contrasts: z.array(contrastsSchema).describe('what predictions are better than, and the verdict on each model'),
  served: z.array(servedSchema).describe('which models served the answers'),
  judges: z.array(agreementSchema).describe('any two judges of the same responses'),
  groups: z.array(groupSchema).exactOptional().describe('absent where no experiment has groups of task and property'),
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
