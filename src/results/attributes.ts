import { z } from 'zod';
import { units } from '../domain/measure.ts';
import { intervalSchema } from './quantity.ts';

/** The difference of two groups of models on the same items, paired by cluster of items. */
const onSameItemsSchema = z
  .object({
    value: z.number().nullable(),
    interval: intervalSchema.nullable().describe('over items, with these models fixed'),
    p: z.number().nullable().describe('two-sided paired t over clusters of items, not adjusted'),
    n: z.number().describe('number of units that all these models have a score for'),
  })
  .readonly();
export type SameItemsContrast = z.infer<typeof onSameItemsSchema>;

const lineShape = {
  attribute: z.string(),
  experiment: z.string(),
  measure: z.string(),
  unit: z.enum(units),
  models: z.int().describe('number of models behind the line'),
  caution: z.string().describe('what the line does not show'),
  p: z.number().nullable().describe('two-sided permutation test over makers; null without a test'),
  adjusted: z.number().nullable().describe('adjusted (Holm) over the lines about attributes'),
  reason: z.string().exactOptional().describe('why there is no test or no interval'),
};

const groupSchema = z
  .object({ level: z.string(), models: z.array(z.string()).readonly(), mean: z.number() })
  .readonly();
/** The models with one value of an attribute, and their mean score. */
export type AttributeGroup = z.infer<typeof groupSchema>;

/** Two values of a text attribute: mean score of the first group of models minus that of the second. */
const groupContrastSchema = z
  .object({
    kind: z.literal('groups'),
    ...lineShape,
    first: groupSchema,
    second: groupSchema,
    difference: z.number().describe('mean of the first group of models minus mean of the second'),
    interval: intervalSchema.nullable().describe('over makers (leave one out, t); null below eight makers'),
    onSameItems: onSameItemsSchema.nullable().describe('null where the models did not answer the same items'),
  })
  .readonly();
export type GroupContrast = z.infer<typeof groupContrastSchema>;

/** A number attribute against a score: rank correlation over models. */
const correlationSchema = z
  .object({
    kind: z.literal('correlation'),
    ...lineShape,
    correlation: z
      .number()
      .nullable()
      .describe("Spearman's over models; null for fewer than 4 models or where a value does not vary"),
    interval: intervalSchema.nullable().describe('over makers'),
    points: z
      .array(z.object({ model: z.string(), x: z.number().describe('dates in years'), y: z.number() }).readonly())
      .readonly(),
  })
  .readonly();
export type AttributeCorrelation = z.infer<typeof correlationSchema>;

const attributeLineSchema = z.discriminatedUnion('kind', [groupContrastSchema, correlationSchema]);
export type AttributeResult = z.infer<typeof attributeLineSchema>;

/**
 * What attributes of models say about their scores: `attributes` of `seb report --json`. Secondary: adjusted within this
 * list, without effect on any verdict.
 */
export const attributesSchema = z
  .object({
    lines: z.array(attributeLineSchema).readonly(),
    notes: z.array(z.string()).readonly().describe('models without a row in the table, and other limits'),
  })
  .readonly();
export type AttributeResults = z.infer<typeof attributesSchema>;
