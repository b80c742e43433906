import { z } from 'zod';
import type { GroupAccuracy } from '../../analyze/categorical/group-accuracy.ts';
import type { ConditionSpread } from '../../analyze/conditions.ts';
import type { JudgeAgreement } from '../../analyze/judges.ts';
import type { ServedModel } from '../../analyze/served-models.ts';
import type { Estimate } from '../../domain/estimate.ts';
import { units } from '../../domain/measure.ts';
import type { Consent } from '../../domain/people/consent.ts';
import { policies } from '../../domain/policy.ts';
import { runConfigSchema, runSettingsSchema } from '../../domain/run-config.ts';
import { resultsShape } from '../../results/results.ts';
import { endpointSchema } from '../../store/schema/rows.ts';
import { attributesSchema } from './attribute-schema.ts';
import { readingsSchema, salvagedSchema } from './reading-schemas.ts';

const share = z.number();
const coverage = z
  .object({
    units: z.int().min(0),
    usable: z.int().min(0),
    lost: z.record(z.string(), z.int()).describe('missing units by "slot: reason"'),
  })
  .describe('number of units (option words, requests, groups of questions) by result');

/** One number of `seb report --json`. An absent value is null, never 0 or NaN. */
export const estimateSchema = z.object({
  run: z.string().nullable().describe('run of the number; null if it covers several runs'),
  experiment: z.string().describe('name of the experiment; "all" for numbers over all experiments'),
  model: z.string(),
  condition: z.string().describe('wording, mode and other settings of the prediction that were varied'),
  measure: z.string(),
  unit: z.enum(units),
  policy: z.enum(policies).describe('treatment of units without a usable prediction or outcome'),
  value: share.nullable(),
  interval: z.tuple([z.number(), z.number()]).readonly().nullable(),
  level: z.number(),
  method: z.string().describe('method of the interval, or why there is none'),
  n: z.number().describe('number of units in the value; fractional if executions share a unit'),
  clusters: z.int(),
  coverage,
  baseRate: share.nullable().describe('the best constant answer, chosen and scored on different clusters'),
  itemRule: share.nullable().describe('score of an item-only rule, used as the prediction'),
  otherModels: share.nullable().describe("score of the other models' behavior, used as the prediction"),
  reexecution: share.nullable().describe('score of a re-execution, used as the prediction'),
  skill: z
    .number()
    .nullable()
    .describe('(value - base rate) / (optimum - base rate), with the upper estimate of the optimum'),
  skillInterval: z.tuple([z.number(), z.number()]).readonly().nullable().exactOptional(),
  skillUpper: z.number().nullable().exactOptional().describe('like skill, with the lower estimate of the optimum'),
  optimum: z
    .tuple([z.number(), z.number()])
    .readonly()
    .nullable()
    .exactOptional()
    .describe('lower and upper estimate of the best possible score'),
  bounds: z
    .tuple([z.number(), z.number()])
    .readonly()
    .nullable()
    .describe('value if every missing unit were wrong, and if every one were right'),
  absent: z.record(z.string(), z.string()).exactOptional().describe('reason for each field that is null'),
}) satisfies z.ZodType<Estimate>;

const bounds = z.tuple([z.number(), z.number()]).readonly().nullable();
const differenceShape = {
  first: z.string(),
  second: z.string(),
  difference: z.number().nullable().describe('first - second, as plain values; null if either is undefined'),
  interval: bounds.describe('paired by cluster; not corrected for multiple comparisons'),
};

/** A measure over the conditions of a run, in `conditions` of `seb report --json`. */
const spreadSchema = z.object({
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
  interval: bounds.describe('interval of the mean over items, with the conditions fixed'),
  level: z.number(),
  method: z.string().describe('method of the intervals, or why there are none'),
  deviation: z.number().nullable().describe('standard deviation over the conditions, including sampling noise'),
  range: bounds.describe('lowest and highest value over the conditions'),
  clusters: z.int().describe('clusters that every condition has'),
  differences: z.array(z.object(differenceShape)).readonly().describe('all pairs of conditions'),
  factors: z
    .array(
      z.object({
        ...differenceShape,
        factor: z
          .string()
          .describe('varied factor: wording, optionOrder, mode, language, system, or a factor of the experiment'),
      }),
    )
    .readonly()
    .describe('all pairs of levels of a factor: means over the conditions with each level'),
}) satisfies z.ZodType<ConditionSpread>;

const servedSchema = z.object({
  run: z.string(),
  model: z.string().describe('requested model'),
  served: z.string().nullable().describe('model name reported by the server; null if it reported none'),
  answers: z.int(),
  first: z.string().describe('time of the first of these calls (ISO 8601)'),
  last: z.string(),
}) satisfies z.ZodType<ServedModel>;

/** Agreement of two judges of the same responses, in `judges` of `seb report --json`. */
const agreementSchema = z.object({
  experiment: z.string(),
  model: z.string().describe('model whose responses were judged'),
  first: z.string().describe('judge and rubric; "itself" is the model that gave the response'),
  second: z.string(),
  n: z.int().describe('number of responses that both judged'),
  clusters: z.int(),
  table: z
    .array(z.array(z.int()).readonly())
    .readonly()
    .describe('counts by the verdicts of the first and the second judge: compliance, partial refusal, refusal'),
  agreement: z.number().nullable().describe('share of responses on which both agree (full answer or any refusal)'),
  kappa: z.number().nullable().describe("Cohen's kappa of this agreement; null if both judges use only one verdict"),
  kappaInterval: bounds,
  level: z.number(),
  method: z.string().describe('method of the interval, or why there is none'),
  firstRefuses: z
    .number()
    .nullable()
    .describe('share of responses that the first judge calls a refusal, in part or in full'),
  secondRefuses: z.number().nullable(),
  threeWayKappa: z.number().nullable().describe('null unless both judges use the three-way rubric'),
  partialRecall: z
    .number()
    .nullable()
    .describe("share of the first judge's partial refusals that the second also calls partial"),
  partialPrecision: z.number().nullable().describe('like partialRecall, with the judges exchanged'),
}) satisfies z.ZodType<JudgeAgreement>;

const provenanceSchema = z.looseObject({
  sebVersion: z.string(),
  nodeVersion: z.string(),
  gitCommit: z.string().nullable(),
  packages: z.record(z.string(), z.string()),
  command: z.string(),
  settings: runSettingsSchema,
});

/** The accuracy of one group of task and property, in `groups` of `seb report --json`. */
const groupSchema = z.object({
  run: z.string(),
  experiment: z.string(),
  model: z.string(),
  condition: z.string(),
  group: z.string().describe('task and property'),
  n: z.int().describe('units with a truth'),
  accuracy: z.number().nullable().describe('absent predictions count as wrong'),
  mode: z.number().nullable().describe('accuracy of the most frequent value of the other strings'),
  itemRule: z.number().nullable().describe('accuracy of a rule that sees the string but not the model'),
  reexecution: z.number().nullable().describe('accuracy of one execution as the prediction of the others'),
  re_execution: z.number().nullable().exactOptional().describe('old spelling of reexecution, for one version'),
  modalShare: z.number().describe('share of the most frequent true value'),
  entropy: z.number().nullable().describe('entropy of the true values, in bits'),
  inMacro: z.boolean().describe('whether the group is in the macro average'),
}) satisfies z.ZodType<GroupAccuracy>;

/** A person's agreement to take part, in `runs` of `seb report --json`. */
const consentSchema = z.object({
  person: z.string(),
  at: z.string().describe('ISO 8601'),
  how: z.enum(['viewer', 'sheet']).describe('where the person agreed'),
  text: z.string().describe('what the person read; a line for each paragraph'),
  textSha256: z.string().describe('hex sha256 of `text`'),
}) satisfies z.ZodType<Consent>;

/** Output of `seb report --json`. */
export const reportSchema = z.object({
  ...resultsShape,
  estimates: z.array(estimateSchema),
  conditions: z.array(spreadSchema).describe('effect of the conditions; empty if no run has several'),
  served: z.array(servedSchema).describe('which models served the answers'),
  readings: z.array(readingsSchema).describe('how the answers were read by our readers'),
  salvaged: z
    .array(salvagedSchema)
    .exactOptional()
    .describe('scores without salvaged answers; absent where no answer was salvaged'),
  judges: z.array(agreementSchema).describe('all pairs of judges of the same responses'),
  attributes: attributesSchema.exactOptional().describe('absent without --attributes'),
  groups: z.array(groupSchema).exactOptional().describe('absent if no experiment has groups of task and property'),
  runs: z.array(
    z.object({
      run: z.string(),
      status: z.enum(['running', 'paused', 'finished', 'incomplete']),
      createdAt: z.string(),
      updatedAt: z.string(),
      config: runConfigSchema,
      provenance: provenanceSchema,
      endpoints: z.array(endpointSchema).describe('concurrency and refusals per endpoint and execution of the run'),
      consents: z
        .array(consentSchema)
        .exactOptional()
        .describe('who agreed to take part, and to which text; absent for a run of language models'),
    }),
  ),
});
