import { z } from 'zod';
import { controlResults, controls } from '../domain/control.ts';
import { betterValues, units } from '../domain/measure.ts';
import type { Policy } from '../domain/policy.ts';
import type { Estimate, ListedEstimate } from './estimate.ts';
import { quantitySchema } from './quantity.ts';
import { isTested, verdictSchema } from './verdict.ts';

/** How missing values entered a test. */
const missingRules = ['none', 'left out', 'at their worst'] as const;

/** The tests behind the rungs of the ladder. */
const rungTests = ['exact', 't', 'paired t'] as const;

/** Result of one rung's test, or the reason why it was not asked. */
const rungSchema = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('tested'),
      test: z.enum(rungTests),
      p: z.number().describe('one-sided, before adjustment'),
      adjusted: z.number().describe("p adjusted over the rung's family (Holm)"),
      family: z.int().describe('number of tests that are adjusted together'),
      holds: z.boolean().describe('whether the adjusted p is at most 2.5 %'),
      estimate: quantitySchema.nullable().describe('what the test compares with 0; null for exact tests'),
      against: z.string().nullable().describe('the reference that is hardest to beat; null where there is one only'),
      blocks: z.int().describe('blocks of the call order within which predictions are dealt; 1: order not known'),
      missing: z.enum(missingRules),
    }),
    z.object({ kind: z.literal('not asked'), reason: z.string() }),
  ])
  .readonly();
export type Rung = z.infer<typeof rungSchema>;

/** Rung C of one score: what the own prediction adds to what others tell. */
const beyondSchema = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('tested'),
      test: z.literal('residual tetrads'),
      p: z.number().describe('largest p of all references, before adjustment'),
      adjusted: z.number(),
      family: z.int(),
      holds: z.boolean(),
      own: quantitySchema.describe('correlation of prediction and outcome beyond the factors of the other models'),
      private: quantitySchema.describe('part of it that other models’ predictions do not share'),
      nearest: z
        .object({ model: z.string(), difference: quantitySchema, p: z.number() })
        .describe('difference to the model whose outcomes are most alike; its own 2.5 %'),
      references: z.array(z.string()).readonly().describe('what must be beaten: other models, the label, asked models'),
      models: z.int().describe('number of unrelated models, this one included'),
      blocks: z.int().describe('blocks of the call order, which are held constant; 1: order not known'),
      missing: z.enum(missingRules),
    }),
    z.object({
      kind: z.literal('number only'),
      reason: z.string(),
      private: quantitySchema,
      models: z.int(),
    }),
    z.object({ kind: z.literal('not asked'), reason: z.string() }),
  ])
  .readonly();
export type Beyond = z.infer<typeof beyondSchema>;

/**
 * What was found about one model, task and condition. Computed once by `findResults`; every surface renders it and computes
 * nothing. Keys are the same in `seb report --json`, `GET /api/overview` and an exported page.
 */
export const findingSchema = z
  .object({
    run: z.string(),
    experiment: z.string(),
    task: z.string().describe('what is predicted, in plain words'),
    condition: z.string(),
    model: z.string(),
    measure: z.string(),
    unit: z.enum(units),
    better: z.enum(betterValues).describe('which of two scores is better'),
    verdict: verdictSchema.describe('the highest rung reached, or why there is no verdict'),
    reason: z.string().nullable().describe('what the word alone does not say; null where nothing'),
    score: quantitySchema.describe("score of the model's predictions of itself"),
    chance: z.number().nullable().describe('score of the same predictions dealt to other items'),
    skill: z.number().nullable().describe("(score - chance) / (1 - chance); Cohen's kappa of yes/no predictions"),
    constant: z.number().nullable().describe('score of the best constant answer on the same items'),
    label: z.number().nullable().describe("score of the data set's label (or another rule about the item alone)"),
    reexecution: z.number().nullable().describe('score of a re-execution of the model as the prediction'),
    usable: z.int().describe('number of units with a usable prediction and outcome'),
    total: z.int().describe('number of units that were asked'),
    notAsked: z.int().describe('number of units of which a call was not sent yet'),
    halves: z.int().describe('number of predictions that state exactly one half, which score one half'),
    clusters: z.int().describe('independent groups of items'),
    detectable: z
      .number()
      .nullable()
      .describe('score that 4 of 5 such runs would find to be informative; null where no score of the scale is'),
    rungs: z
      .object({ informative: rungSchema, useful: rungSchema, beyondOthers: beyondSchema })
      .readonly()
      .describe('tests of the ladder: fits its own answers, beats a constant, adds to what others tell'),
    opposite: rungSchema.describe("the other tail of the first rung's test"),
  })
  .readonly();
export type Finding = z.infer<typeof findingSchema>;

/** Returns a key that a finding shares with the estimate of its score. */
export function scoreKey(
  of: Pick<Finding, 'experiment' | 'model' | 'condition' | 'measure'> & { readonly run: string | null },
): string {
  return JSON.stringify([of.run, of.experiment, of.model, of.condition, of.measure]);
}

/** Policy of the estimates that findings are about. */
export const scorePolicy: Policy = 'parsed';

/** Returns the estimates with a mark on those that are the score of a finding. */
export function withScoresMarked(
  estimates: readonly Estimate[],
  findings: readonly Finding[],
): readonly ListedEstimate[] {
  const scores = new Set(findings.map(scoreKey));
  return estimates.map((estimate) => ({
    ...estimate,
    isScore: estimate.policy === scorePolicy && scores.has(scoreKey(estimate)),
  }));
}

/** What a control found about one model and experiment. Secondary: it changes no verdict. */
export const controlFindingSchema = z
  .object({
    ...findingSchema.unwrap().shape,
    control: z.enum(controls),
    prediction: z.number().nullable().describe("score of the model's predictions of itself, for comparison"),
    result: z.enum(controlResults).describe('whether the model can do the task when nothing has to be predicted'),
    meaning: z.string().describe('what the result means for the finding, in one sentence'),
  })
  .readonly();
export type ControlFinding = z.infer<typeof controlFindingSchema>;

/** Returns the mean skill over the findings with a verdict; null without one. Tables list models in this order. */
export function meanSkill(findings: readonly Finding[]): number | null {
  const known = findings.flatMap(({ skill, verdict }) => (skill === null || !isTested(verdict) ? [] : [skill]));
  return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0) / known.length;
}
