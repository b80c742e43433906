import { z } from 'zod';
import type { AttributeResults } from '../../analyze/attributes/attribute-lines.ts';
import { units } from '../../domain/measure.ts';

const bounds = z.tuple([z.number(), z.number()]).readonly().nullable();
const pairedContrast = z.object({
  value: z.number().nullable(),
  interval: bounds,
  p: z.number().nullable().describe('two-sided sign-flip test by cluster, not adjusted'),
  n: z.number().describe('number of units that all these models have a score for'),
  reason: z.string().exactOptional(),
});
const attributeShape = {
  attribute: z.string(),
  experiment: z.string(),
  measure: z.string(),
  unit: z.enum(units),
  models: z.int(),
  caution: z.string().describe('what the line does not show'),
  p: z.number().nullable().describe('two-sided permutation test over makers'),
  adjustedP: z.number().nullable().describe('adjusted (Holm) over the lines about attributes'),
  reason: z.string().exactOptional(),
};
const attributeGroup = z.object({ level: z.string(), models: z.array(z.string()).readonly(), mean: z.number() });

/** What attributes of models say about their scores, in `attributes` of `seb report --json`. */
export const attributesSchema = z.object({
  lines: z
    .array(
      z.discriminatedUnion('kind', [
        z.object({
          kind: z.literal('groups'),
          ...attributeShape,
          first: attributeGroup,
          second: attributeGroup,
          difference: z.number().describe('mean of the first group of models minus mean of the second'),
          interval: bounds.describe('over makers'),
          onSameItems: pairedContrast.nullable().describe('paired by item; interval over items'),
        }),
        z.object({
          kind: z.literal('correlation'),
          ...attributeShape,
          correlation: z.number().nullable().describe('rank correlation over models'),
          interval: bounds.describe('over makers'),
          points: z.array(z.object({ model: z.string(), x: z.number(), y: z.number() })).readonly(),
        }),
      ]),
    )
    .readonly(),
  notes: z.array(z.string()).readonly(),
}) satisfies z.ZodType<AttributeResults>;
