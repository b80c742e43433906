import { z } from 'zod';
import { betterValues, units } from '../domain/measure.ts';
import { contrastSchema, gateRules, pairedContrastShape } from './contrast.ts';
import { quantitySchema } from './quantity.ts';
import { resultChecksSchema } from './row-check.ts';
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
      models: z
        .int()
        .describe('models in the mean: those with a verdict and 98 % of the values, the others at their worst'),
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

/** Which two sides are compared, and on what: the same fields of runs and of logs, of a comparison and of a gate. */
const comparedSidesShape = {
  experiment: z.string().describe('experiment of the runs; `scored` for logs'),
  condition: z.string(),
  measure: z.string().describe('score that is compared; `right` is the share of right answers'),
  better: z.enum(betterValues).describe('which of two scores is better'),
  models: z.tuple([z.string(), z.string()]).readonly(),
  runs: z.tuple([z.string(), z.string()]).readonly().describe('ids of the runs; of logs, the names of their files'),
  set: z.string().optional().describe('data set of the items; absent for runs, and for logs of one data set'),
  items: z.int().describe('items that both have a score for'),
};

/** A contrast of two models, runs, conditions or logs, as plain values in the units of the measure. */
const differenceSchema = z
  .object({
    ...comparedSidesShape,
    asked: z.int().describe('items that are compared'),
    groups: z.int().describe('groups of these items'),
    ties: z.int().describe('units on which both have a score, and the same one'),
    alone: z
      .object({ a: z.int(), b: z.int() })
      .readonly()
      .describe('items that only one side was asked, where they are left out: with 95 % in common they are missing'),
    otherTexts: z.int().optional().describe('shared ids of logs whose texts differ; they are left out'),
    ...pairedContrastShape,
    answered: z
      .object(pairedContrastShape)
      .readonly()
      .nullable()
      .describe('right answers of executions with an outcome alone; null where that is the same, and for other scores'),
  })
  .readonly();
export type Difference = z.infer<typeof differenceSchema>;

/** What a gate says of a new side and its baseline. */
const gateCheckSchema = z
  .object({
    ...comparedSidesShape,
    usable: z.tuple([z.int(), z.int()]).readonly().describe('units with a score on the new side and in the baseline'),
    ...pairedContrastShape,
    note: z.string().nullable().describe('a caution about a measured check; null if none'),
  })
  .readonly();
export type GateCheck = z.infer<typeof gateCheckSchema>;

const gateSchema = z
  .object({
    run: z.string().optional().describe('id of the new run; absent for logs'),
    baseline: z.string().optional().describe('id of the baseline run; absent for logs'),
    rule: z.enum(gateRules),
    margin: z.number().describe('in units of the score, 0 or more'),
    checks: z.array(gateCheckSchema).readonly().describe('`a` is the new side, `b` its baseline'),
  })
  .readonly();

/** What a gate says of two sides that are the same thing, each once as the new one. */
const selfCheckSchema = z
  .object({
    rule: z.enum(gateRules),
    margin: z.number(),
    failed: z.int().describe('checks that would have failed'),
    measured: z.int().describe('checks with a result'),
    directions: z.array(gateSchema).readonly(),
  })
  .readonly();

/** Output of `seb compare --self-check --json`, of runs and of logs. */
export const printedSelfCheckSchema = z.object({ selfCheck: selfCheckSchema }).readonly();
export type PrintedSelfCheck = z.infer<typeof printedSelfCheckSchema>;

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

/** Executions of a side without an outcome, and whether they count as wrong or not at all. */
const missingSchema = z
  .object({
    side: z.string().describe('its name in `a` or `b` of the differences'),
    reason: z.string().describe('a word for each: failed, cancelled, limit, no-answer, unscored, unparsed, ...'),
    executions: z.int(),
    of: z.int(),
    counted: z.boolean().describe('whether they count as wrong'),
  })
  .readonly();
export type MissingOfSide = z.infer<typeof missingSchema>;

/** What models of runs or logs have to do with each other on the items that they share. */
export const comparisonSchema = z
  .object({
    tasks: z.array(comparedTaskSchema).readonly(),
    differences: z.array(differenceSchema).readonly(),
    missing: z
      .array(missingSchema)
      .readonly()
      .describe('executions without an outcome, of sides whose right answers are compared'),
    pooled: z.array(pooledPeopleSchema).readonly().describe('empty without people and models on the same items'),
    notes: z.array(z.string()).readonly(),
    limits: z.array(z.string()).readonly().describe('the notes that limit the tables'),
  })
  .readonly();
export type Comparison = z.infer<typeof comparisonSchema>;

/** Whether no two models, runs or conditions have anything to compare. */
export function isNothingCompared({ tasks, differences }: Pick<Comparison, 'tasks' | 'differences'>): boolean {
  const isAsked = ({ together, askedOthers }: ComparedTask) => together.kind === 'asked' || askedOthers !== null;
  return differences.length === 0 && !tasks.some(isAsked);
}

/** What a comparison is printed with beside its tables, of runs and of logs. */
const printedShape = {
  gate: gateSchema.optional().describe('absent without a gate'),
  logs: z
    .object({
      score: z.string().describe('name of the compared score in the logs'),
      task: z.string().describe('empty where they have several'),
      otherScores: z.array(z.string()).readonly().describe('names that --score also takes'),
      checks: resultChecksSchema,
    })
    .readonly()
    .optional()
    .describe('what logs of other tools tell beside their answers; absent for runs'),
};

/** Output of `seb compare --json`, of runs and of logs: a comparison with its first screen in words. */
export const printedComparisonSchema = z
  .object({
    kind: z.literal('compared').describe('`refused` or `failed` where there is no result (refusal.schema.json)'),
    question: z.string(),
    answer: z.string(),
    ...comparisonSchema.unwrap().shape,
    ...printedShape,
    next: z.array(stepSchema).readonly(),
  })
  .readonly();
export type PrintedComparison = z.infer<typeof printedComparisonSchema>;

/** An item on which two sides differ: a line of `seb compare --items --json`, of runs and of logs. */
export const differingItemSchema = z
  .object({
    ...comparedSidesShape,
    item: z.string(),
    part: z.string().optional().describe('part of the item, such as an option word; absent where it is one unit'),
    unit: z.enum(units).describe('of the score'),
    a: z.object({ name: z.string(), score: z.number() }).readonly(),
    b: z.object({ name: z.string(), score: z.number() }).readonly(),
    text: z.string().describe('beginning of the text of the item; empty where it has none'),
  })
  .omit({ items: true })
  .readonly();
export type DifferingItem = z.infer<typeof differingItemSchema>;
