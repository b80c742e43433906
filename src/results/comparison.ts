import { z } from 'zod';
import { betterValues } from '../domain/measure.ts';
import { contrastShape } from './contrast.ts';
import { quantitySchema } from './quantity.ts';
import { stepSchema } from './step.ts';

/** A difference with the one-sided p of "not above 0". */
const testedSchema = z
  .object({ difference: quantitySchema, p: z.number().describe('one-sided p of "not above 0", before adjustment') })
  .readonly();
export type Tested = z.infer<typeof testedSchema>;

const besideSchema = z.object({ ...testedSchema.unwrap().shape, model: z.string() }).readonly();

const beyondShape = {
  private: quantitySchema.describe(
    'what the own prediction adds: residual correlation with its own outcomes, net of what one quantity that all models share implies',
  ),
  own: quantitySchema.describe('residual correlation of the predictions with the own outcomes (diagonal of R)'),
  label: testedSchema.nullable().describe("own score minus that of the item's label; null without a label"),
  asked: testedSchema
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
      nearest: besideSchema.describe('minus the unrelated model with the most similar outcomes; its own 2.5 %'),
      relative: besideSchema.nullable().describe('minus the relative with the largest p; null without relatives'),
      units: z
        .object({ asked: z.int(), noPrediction: z.int(), noOutcome: z.int() })
        .readonly()
        .describe('units that were asked, and those without a usable prediction or outcome'),
    }),
  ])
  .readonly();
export type ComparedModel = z.infer<typeof comparedModelSchema>;

/** Word on all models of a task together. */
const togetherWords = ['beyond others', 'not shown'] as const;

const togetherSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('not asked'), reason: z.string() }),
    z.object({
      kind: z.literal('asked'),
      models: z.int().describe('models in the mean: those with a verdict and without a missing value'),
      ...beyondShape,
      nearest: testedSchema.describe('mean difference to the nearest unrelated models; its own 2.5 %'),
      adjusted: z.number().nullable().describe('p adjusted over the tasks (Holm); null below six models'),
      family: z.int().describe('number of tasks that are adjusted together'),
      word: z.enum(togetherWords).nullable().describe('null below six models'),
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
    askedOthers: testedSchema
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
    ...contrastShape,
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
    ...contrastShape,
    note: z.string().nullable().describe('a caution about a measured check; null if none'),
  })
  .readonly();
export type GateCheck = z.infer<typeof gateCheckSchema>;

/** Who can have the better mean. */
const peopleOrModels = ['people', 'models'] as const;

/** All people together against all language models on the same units. */
const pooledPeopleSchema = z
  .object({
    experiment: z.string(),
    condition: z.string(),
    measure: z.string(),
    people: z.array(z.string()).readonly(),
    models: z.array(z.string()).readonly(),
    difference: quantitySchema.describe('mean of the people minus mean of the models, as plain values'),
    pItems: z.number().nullable().describe('two-sided, over other items; paired t'),
    pPersons: z.number().nullable().describe('two-sided, over other people and models; t of two samples'),
    adjusted: z.number().nullable().describe('the larger of both, adjusted over all such tests (Holm)'),
    ahead: z.enum(peopleOrModels).nullable().describe('who has the better mean; null where it is not known'),
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
