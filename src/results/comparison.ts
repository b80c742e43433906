import { z } from 'zod';
import { betterValues } from '../domain/measure.ts';
import { contrastSchema, pairedContrastShape } from './contrast.ts';
import { quantitySchema } from './quantity.ts';
import { stepSchema } from './step.ts';
import { beyondWordSchema } from './verdict.ts';

const beyondShape = {
  private: quantitySchema.describe(
    'what the own prediction adds: residual correlation with its own outcomes, net of what one quantity that all models share implies',
  ),
  own: quantitySchema.describe('residual correlation of the predictions with the own outcomes (diagonal of R)'),
  label: contrastSchema.nullable().describe("own score minus that of the item's label; null without a label"),
  asked: contrastSchema
    .nullable()
    .describe('own score minus the mean of unrelated models that predicted this one; null if none was asked'),
  p: z.number().describe('largest one-sided p of the references but the nearest model, before adjustment'),
};

/** What the number of unrelated models allows to say of one of them. */
const askedResults = ['number', 'word'] as const;

/** What the predictions of one model add to what the other models tell. */
const comparedModelSchema = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('not asked'),
      model: z.string(),
      reason: z.string(),
      models: z.int().describe('the model and those unrelated to it'),
    }),
    z.object({
      kind: z.enum(askedResults).describe('number: three to five unrelated models; word: six or more'),
      model: z.string(),
      models: z.int().describe('the model and those unrelated to it'),
      ...beyondShape,
      nearest: contrastSchema.describe('minus the unrelated model with the most similar outcomes; its own 2.5 %'),
      relative: contrastSchema.nullable().describe('minus the relative with the largest p; null without relatives'),
      units: z
        .object({ asked: z.int(), noPrediction: z.int(), noOutcome: z.int() })
        .readonly()
        .describe('units that were asked, and those without a usable prediction or outcome'),
    }),
  ])
  .readonly();
export type ComparedModel = z.infer<typeof comparedModelSchema>;

const togetherSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('not asked'), reason: z.string() }),
    z.object({
      kind: z.literal('asked'),
      models: z.int().describe('models in the mean: those with a verdict and without a missing value'),
      ...beyondShape,
      nearest: contrastSchema.describe('mean difference to the nearest unrelated models; its own 2.5 %'),
      adjusted: z.number().nullable().describe('p adjusted over the tasks (Holm); null below six models'),
      family: z.int().describe('number of tasks that are adjusted together'),
      beyond: beyondWordSchema.describe('whether they add to what others tell; not asked below six models'),
      detectable: z.number().nullable().describe('smallest true `private` that 4 of 5 such comparisons would find'),
    }),
  ])
  .readonly();
export type Together = z.infer<typeof togetherSchema>;

/** One task and condition: what the own predictions add to what others tell. */
const comparedTaskSchema = z
  .object({
    experiment: z.string(),
    condition: z.string(),
    together: togetherSchema.describe('means over the models'),
    askedOthers: contrastSchema
      .nullable()
      .describe(
        'mean over models of the own score minus that of unrelated models that predicted it by name; any outcome',
      ),
    byModel: z.array(comparedModelSchema).readonly().describe('empty where it is not asked for the kind of outcome'),
    models: z.array(z.string()).readonly().describe('rows and columns of R'),
    R: z
      .array(z.array(z.number()).readonly())
      .readonly()
      .describe('[i][j]: mean product of the residual predictions of i and the residual outcomes of j, standardized'),
    units: z.int(),
    clusters: z.int(),
  })
  .readonly();
export type ComparedTask = z.infer<typeof comparedTaskSchema>;

/** A contrast of two models, runs or conditions, as plain values in the units of the measure. */
const differenceSchema = z
  .object({
    experiment: z.string(),
    condition: z.string(),
    measure: z.string(),
    better: z.enum(betterValues).describe('which of two scores is better'),
    models: z.tuple([z.string(), z.string()]).readonly(),
    runs: z.tuple([z.string(), z.string()]).readonly(),
    items: z.int().describe('items that both have a score for'),
    ...pairedContrastShape,
  })
  .readonly();
export type Difference = z.infer<typeof differenceSchema>;

/** What a gate says of one model, experiment and condition of a run. The value is above 0 where the new run is better. */
const gateCheckSchema = z
  .object({
    experiment: z.string(),
    condition: z.string(),
    measure: z.string(),
    model: z.string(),
    items: z.int().describe('items that both runs have a score for'),
    usable: z.tuple([z.int(), z.int()]).readonly().describe('units with a score in the new run and in the baseline'),
    ...pairedContrastShape,
    note: z.string().nullable().describe('a caution about a measured check; null if none'),
  })
  .readonly();
export type GateCheck = z.infer<typeof gateCheckSchema>;

/** All people together against all language models on the same units; `a` is the mean of the people, `b` that of the models. */
const pooledPeopleSchema = z
  .object({
    experiment: z.string(),
    condition: z.string(),
    measure: z.string(),
    better: z.enum(betterValues).describe('which of two scores is better'),
    people: z.array(z.string()).readonly(),
    models: z.array(z.string()).readonly(),
    overSubjects: z
      .number()
      .nullable()
      .describe(
        'two-sided p over other people and models, by t of two samples; `p` is the larger of it and of that over items',
      ),
    ...pairedContrastShape,
  })
  .readonly();
export type PooledPeople = z.infer<typeof pooledPeopleSchema>;

/** What models of runs have to do with each other on the items that they share. */
export const comparisonSchema = z
  .object({
    tasks: z.array(comparedTaskSchema).readonly(),
    differences: z.array(differenceSchema).readonly(),
    pooled: z.array(pooledPeopleSchema).readonly().describe('empty without people and models on the same items'),
    notes: z.array(z.string()).readonly(),
    limits: z.array(z.string()).readonly().describe('the notes that limit the tables'),
  })
  .readonly();
export type Comparison = z.infer<typeof comparisonSchema>;

/** Output of `seb compare --json`: a comparison with its first screen in words. */
export const printedComparisonSchema = z
  .object({
    question: z.string(),
    answer: z.string(),
    ...comparisonSchema.unwrap().shape,
    next: z.array(stepSchema).readonly(),
  })
  .readonly();
export type PrintedComparison = z.infer<typeof printedComparisonSchema>;
