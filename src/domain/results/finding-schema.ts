import { z } from 'zod';
import { controlResults, controls } from '../control.ts';
import { betterValues, units } from '../measure.ts';
import { selfRunLevels } from '../self-run/self-run-levels.ts';
import type { ToolFinding } from '../self-run/tool-finding.ts';
import {
  type ControlFinding,
  type EnsembleFinding,
  ensembleCombinations,
  type Finding,
  referenceNames,
  type WordingChoice,
} from './finding.ts';
import { ladderFindingSchema } from './ladder-schema.ts';
import { type Results, type Selection, selectionKinds } from './results.ts';
import { verdictWords } from './verdict-words.ts';

/** Also runs in the browser: imports only zod and domain types. */

const interval = z.tuple([z.number(), z.number()]).readonly().nullable();

/** One finding, in `findings` of `seb report --json`, of `GET /api/overview` and of an exported page. */
export const findingSchema = z.object({
  run: z.string(),
  experiment: z.string(),
  task: z.string().describe('what is predicted, in plain words'),
  condition: z.string(),
  model: z.string(),
  measure: z.string(),
  unit: z.enum(units),
  better: z.enum(betterValues).describe('which of two scores is better'),
  score: z.number().nullable().describe('score of the model\'s predictions of itself, under the policy "parsed"'),
  scoreInterval: interval.describe('95 % interval of the score'),
  reference: z
    .object({
      name: z.enum(referenceNames),
      value: z.number().nullable(),
    })
    .readonly()
    .describe('the number that the verdict is tested against'),
  difference: z
    .number()
    .nullable()
    .describe('by how much the score is better than the reference: above 0 is better, also of errors'),
  differenceInterval: interval.describe('interval of the difference at `level`'),
  level: z.number().describe('level at which the intervals of all findings hold together'),
  n: z.number().describe('number of units in the score'),
  usable: z.int().describe('number of units with a usable prediction and outcome'),
  total: z.int().describe('number of all units'),
  notAsked: z.int().exactOptional().describe('units that are missing because a call was not sent; absent: none'),
  others: z.number().nullable().describe("score of the other models' behavior as the prediction"),
  itemRule: z.number().nullable().describe('score of a rule that knows the item and not the model'),
  beyondShared: z
    .object({ value: z.number(), interval, p: z.number(), models: z.int() })
    .readonly()
    .nullable()
    .describe('what the prediction adds to what all models share, in nats per unit'),
  reexecution: z.number().nullable().describe('score of a re-execution of the model as the prediction'),
  detectable: z.number().nullable().describe('smallest real difference that 4 of 5 such runs would notice at `level`'),
  verdict: z.enum(verdictWords),
  reason: z.string().nullable().describe('why, where the numbers beside the verdict do not say it'),
  p: z.number().nullable().describe("p value of the verdict's test, adjusted over the findings"),
}) satisfies z.ZodType<Finding>;

const controlFindingSchema = findingSchema
  .pick({
    ...{
      run: true,
      experiment: true,
      task: true,
      condition: true,
      model: true,
      measure: true,
      unit: true,
      better: true,
    },
    ...{ score: true, scoreInterval: true, reference: true, difference: true, differenceInterval: true, level: true },
    ...{ n: true, usable: true, total: true, p: true },
  })
  .extend({
    control: z.enum(controls),
    prediction: z.number().nullable().describe("score of the model's predictions of itself, for comparison"),
    result: z.enum(controlResults).describe('whether the model can do the task when nothing has to be predicted'),
    meaning: z.string().describe('what the result means for the finding, in one sentence'),
  }) satisfies z.ZodType<ControlFinding>;

const shareSchema = z.number().nullable();
const ensembleFindingSchema = z.object({
  ...{ run: z.string(), experiment: z.string(), condition: z.string() },
  model: z.string().describe('the model that is predicted'),
  combination: z.enum(ensembleCombinations),
  members: z.int().describe('number of members, with and without the target'),
  without: shareSchema.describe('share of right predictions of the others together'),
  withTarget: shareSchema.describe("with the target's own prediction in place of one of the others"),
  difference: shareSchema,
  interval,
  p: z.number().nullable().describe('two-sided sign-flip test by cluster'),
  adjustedP: z.number().nullable().describe('adjusted (Holm) over all lines about ensembles'),
  helps: z.boolean(),
  n: z.number().describe('number of units'),
  curve: z.array(z.object({ members: z.int(), without: shareSchema, withTarget: shareSchema })).readonly(),
}) satisfies z.ZodType<EnsembleFinding>;

const wordingChoiceSchema = z.object({
  ...{ run: z.string(), experiment: z.string(), model: z.string(), measure: z.string(), unit: z.enum(units) },
  usual: z.string().describe('the default wording'),
  chosen: z.tuple([z.string(), z.string()]).readonly().describe('best wording on each half, scored on the other half'),
  ...{ score: shareSchema, usualScore: shareSchema, interval },
  gain: z.number().nullable().describe('above 0 where the chosen wordings are better'),
  clusters: z.int(),
}) satisfies z.ZodType<WordingChoice>;

const toolFindingSchema = z.object({
  ...{ run: z.string(), experiment: z.string(), condition: z.string(), model: z.string(), measure: z.string() },
  ...{ unit: z.enum(units), level: z.enum(selfRunLevels) },
  executor: z.string().describe('model that ran inner sessions; "itself": the subject'),
  ...{ predictions: z.int(), used: z.int(), sessions: z.int() },
  prompts: z.object({ equal: z.int(), contains: z.int(), other: z.int() }).readonly(),
  cut: z.int().describe('sessions that a limit refused or cut off'),
  ...{ denied: z.int(), failed: z.int() },
  ...{ score: shareSchema, without: shareSchema, interval, reexecution: shareSchema },
  gain: shareSchema.describe('above 0 where the tool helps, paired by cluster'),
  gapClosed: shareSchema.describe('gain divided by that of a re-execution'),
  extraCalls: z.int().describe('calls beyond those of predictions without the tool'),
  ...{ extraDollars: shareSchema, callsPerRight: shareSchema, dollarsPerRight: shareSchema },
}) satisfies z.ZodType<ToolFinding>;

const selectionSchema = z.object({
  kind: z.enum(selectionKinds),
  name: z.string(),
  runs: z.array(z.string()).readonly(),
  unfinished: z.array(z.string()).readonly().describe('what is unfinished; empty where every run is finished'),
}) satisfies z.ZodType<Selection>;

/** The fields of results, for the objects that contain them. */
export const resultsShape = {
  question: z.string(),
  answer: z.string().describe('the answer in one sentence'),
  selection: selectionSchema,
  adjustedOver: z.string().describe('the tests that are adjusted together'),
  provisional: z.string().nullable().describe('what is not read yet; null where everything is read'),
  findings: z.array(findingSchema).readonly(),
  controls: z
    .array(controlFindingSchema)
    .readonly()
    .exactOptional()
    .describe('secondary, adjusted among themselves; absent without --control'),
  ensembles: z
    .array(ensembleFindingSchema)
    .readonly()
    .exactOptional()
    .describe('secondary, adjusted among themselves; absent without --ask-others'),
  tools: z.array(toolFindingSchema).readonly().exactOptional().describe('secondary; absent without --tools'),
  wordings: z
    .array(wordingChoiceSchema)
    .readonly()
    .exactOptional()
    .describe('secondary; absent without several wordings'),
  ladders: z
    .array(ladderFindingSchema)
    .readonly()
    .exactOptional()
    .describe('secondary; absent where no item is on a ladder'),
  study: z
    .object({
      ...{ study: z.string(), question: z.string(), answer: z.string() },
      details: z
        .array(z.string())
        .readonly()
        .describe('definitions and reasons, or the verdict on each pair of models'),
      ...{ limits: z.array(z.string()).readonly(), next: z.array(z.string()).readonly() },
      runsAnswer: z.string().describe('what the runs alone say'),
    })
    .readonly()
    .exactOptional()
    .describe('the study of the selected runs, which question, answer, limits and next are about; absent without one'),
  limits: z.array(z.string()).readonly().describe('what limits the findings'),
  next: z.array(z.string()).readonly().describe('what to do next, as commands'),
} as const;

export const resultsSchema = z.object(resultsShape) satisfies z.ZodType<Results>;
