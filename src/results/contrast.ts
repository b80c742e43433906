import { z } from 'zod';
import { units } from '../domain/measure.ts';
import { quantitySchema } from './quantity.ts';

/** The words on a difference, in every product: scores, runs, logs, conditions, people, gates. */
const contrastWords = [
  'higher',
  'lower',
  'within the margin',
  'no difference found',
  'depends on the items',
  'not measured',
  'no test',
] as const;
const contrastWordSchema = z.enum(contrastWords);
export type ContrastWord = z.infer<typeof contrastWordSchema>;

/** How a contrast is tested; docs/statistics.md has the formulas. */
const contrastTests = ['mcnemar', 'tango-t', 't', 'hall', 't-binomial', 'two-samples'] as const;

/** When a gate fails: on a drop by more than its margin that is shown, or unless a drop by the margin is excluded. */
export const gateRules = ['lower', 'within'] as const;

/** Which plain value is worse. */
const worseValues = ['lower', 'higher'] as const;

/** A tolerated drop of `a` below `b`, and what a gate says of it. */
const marginSchema = z
  .object({
    rule: z.enum(gateRules).describe('lower: fails on a larger drop; within: fails unless the drop is excluded'),
    margin: z.number().describe('in units of the score, 0 or more'),
    worse: z.enum(worseValues).describe('which plain value is worse: of an error, the higher one'),
    passes: z.boolean().nullable().describe('null where nothing was measured'),
  })
  .readonly();

/** A tested difference, `a` minus `b`: what it is, how it was tested, and what is said of it. Every difference that is tested has these names. */
export const contrastShape = {
  a: z.string(),
  b: z.string(),
  quantity: quantitySchema,
  test: z.enum(contrastTests).nullable().describe('null without a test'),
  p: z
    .number()
    .nullable()
    .describe('before adjustment: two-sided; one-sided of the claim where there is a margin, or a reference to exceed'),
  adjusted: z.number().nullable().describe('p adjusted over the family (Holm); null without a test'),
  family: z.int().describe('number of contrasts that are adjusted together'),
  word: contrastWordSchema.describe('about the plain value: of an error, `higher` means that a is worse'),
  reason: z.string().nullable().describe('why there is no word on the difference; null where there is one'),
  detectable: z.number().nullable().describe('smallest true difference that 4 of 5 such comparisons would find'),
};
export const contrastSchema = z.object(contrastShape).readonly();
export type Contrast = z.infer<typeof contrastSchema>;

const pairOf = (side: string) => ({ a: z.number().describe(side), b: z.number() });

/** A contrast of two sides that have a score for each unit: models, runs, conditions, logs, people. */
export const pairedContrastShape = {
  ...contrastShape,
  quantity: quantitySchema.unwrap().extend({
    effective: z.number().describe('groups of equal size that the groups of items count as (Kish 1965)'),
  }),
  unit: z.enum(units).describe('of the score: a difference of shares is printed in points'),
  means: z
    .object({ a: z.number().nullable().describe('mean score over the units that both have'), b: z.number().nullable() })
    .readonly(),
  counts: z
    .object(pairOf('items that only a has right'))
    .readonly()
    .nullable()
    .describe('null unless the items are single ones, right or wrong, with one execution'),
  missing: z
    .object({
      ...pairOf('share of the units without a value, which count at their worst'),
      units: z.int().describe('units that lack a value of a side'),
      changed: z.boolean().describe('whether the word would be another one without them'),
    })
    .readonly(),
  gate: marginSchema.nullable().describe('null without a margin'),
};

const pairedContrastSchema = z.object(pairedContrastShape).readonly();
export type PairedContrast = z.infer<typeof pairedContrastSchema>;

/** Whether a contrast has a word that a test decided. */
export function isTestedContrast({ adjusted }: Pick<Contrast, 'adjusted'>): boolean {
  return adjusted !== null;
}

/** Whether a contrast says that one side is better. */
export function isFound({ word }: Pick<Contrast, 'word'>): boolean {
  return word === 'higher' || word === 'lower';
}
