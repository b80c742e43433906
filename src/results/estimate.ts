import { z } from 'zod';
import { units } from '../domain/measure.ts';
import { policies } from '../domain/policy.ts';
import { intervalSchema } from './quantity.ts';

const coverageSchema = z
  .object({
    units: z.int().min(0),
    usable: z.int().min(0).describe('units with a usable prediction and at least one usable execution'),
    lost: z.record(z.string(), z.int()).describe('missing units by "slot: reason"'),
  })
  .readonly()
  .describe('number of units (option words, requests, groups of questions) by result');
/** Unit counts of an experiment: how many there are, how many count, and why the others are excluded. */
export type Coverage = z.infer<typeof coverageSchema>;

const share = z.number();

/** One measure of one model under one policy: `estimates` of `seb report --json`. An absent value is null, never 0 or NaN. */
export const estimateSchema = z
  .object({
    run: z.string().nullable().describe('run of the number; null if it covers several runs'),
    experiment: z.string().describe('name of the experiment; "all" for numbers over all experiments'),
    model: z.string(),
    condition: z.string().describe('wording, mode and other settings of the prediction that were varied'),
    measure: z.string(),
    unit: z.enum(units),
    policy: z.enum(policies).describe('treatment of units without a usable prediction or outcome'),
    value: share.nullable(),
    interval: intervalSchema
      .nullable()
      .describe('bounds at `level`; null where fewer than six clusters have units, or too few of them vary'),
    level: z.number(),
    method: z.string().describe('method of the interval, or why there is none'),
    n: z.number().describe('number of units in the value; fractional if executions share a unit'),
    clusters: z.int().describe('groups that the interval is clustered by, without groups that have no such units'),
    coverage: coverageSchema,
    baseRate: share
      .nullable()
      .describe('score of the best constant answer on the same units; null if no constant answer applies'),
    itemRule: share.nullable().describe('score of an item-only rule, used as the prediction; null without a rule'),
    otherModels: share
      .nullable()
      .describe("score of the other models' behavior, used as the prediction; null with one model"),
    reexecution: share
      .nullable()
      .describe('score of a re-execution, used as the prediction; null below two executions'),
    bounds: intervalSchema
      .nullable()
      .describe('value if every missing unit were wrong, and if every one were right; null where these do not exist'),
    absent: z.record(z.string(), z.string()).readonly().exactOptional().describe('reason for each field that is null'),
  })
  .readonly();
export type Estimate = z.infer<typeof estimateSchema>;

/** An estimate in the output of `seb report --json`, where most rows are other measures and policies than the score. */
export const listedEstimateSchema = estimateSchema
  .unwrap()
  .extend({
    isScore: z.boolean().describe('whether this row is the score of a finding'),
  })
  .readonly();
export type ListedEstimate = z.infer<typeof listedEstimateSchema>;

const differenceShape = {
  first: z.string(),
  second: z.string(),
  difference: z.number().nullable().describe('first - second, as plain values; null if either is undefined'),
  interval: intervalSchema.nullable().describe('paired by cluster; not corrected for multiple comparisons'),
};

const conditionDifferenceSchema = z.object(differenceShape).readonly();
/** A difference of a measure between two conditions or levels of a factor, paired by cluster. */
export type ConditionDifference = z.infer<typeof conditionDifferenceSchema>;

/** A measure of one experiment and model over the conditions of a run: `conditions` of `seb report --json`. */
export const spreadSchema = z
  .object({
    run: z.string(),
    experiment: z.string(),
    model: z.string(),
    measure: z.string(),
    unit: z.enum(units),
    policy: z.enum(policies),
    conditions: z
      .array(z.object({ condition: z.string(), value: z.number().nullable(), n: z.number() }).readonly())
      .readonly()
      .describe('the measure under each condition of the run'),
    mean: z.number().nullable().describe('unweighted mean over the conditions'),
    interval: intervalSchema.nullable().describe('interval of the mean over items, with the conditions fixed'),
    level: z.number(),
    method: z.string().describe('method of the intervals, or why there are none'),
    deviation: z
      .number()
      .nullable()
      .describe('standard deviation over the conditions, including sampling noise; null where one has no value'),
    range: intervalSchema.nullable().describe('lowest and highest value over the conditions'),
    clusters: z.int().describe('clusters that every condition has'),
    differences: z.array(conditionDifferenceSchema).readonly().describe('all pairs of conditions'),
    factors: z
      .array(
        z
          .object({
            ...differenceShape,
            factor: z
              .string()
              .describe('varied factor: wording, optionOrder, mode, language, system, or a factor of the experiment'),
          })
          .readonly(),
      )
      .readonly()
      .describe('all pairs of levels of a factor: means over the conditions with each level'),
  })
  .readonly();
export type ConditionSpread = z.infer<typeof spreadSchema>;

/** The accuracy of one group of task and property: `groups` of `seb report --json`. */
export const groupSchema = z
  .object({
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
    modalShare: z.number().describe('share of the most frequent true value'),
    entropy: z.number().nullable().describe('entropy of the true values, in bits'),
    inMacro: z.boolean().describe('whether the group is in the macro average'),
  })
  .readonly();
export type GroupAccuracy = z.infer<typeof groupSchema>;
