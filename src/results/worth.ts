import { z } from 'zod';
import { intervalSchema } from './quantity.ts';
import { resultChecksSchema } from './row-check.ts';
import { stepSchema } from './step.ts';

/** Verdicts on a signal that a model is asked for. `docs/worth.md` explains them. */
const worthVerdicts = [
  'worth asking',
  'not shown to beat a free signal',
  'not worth it at these prices',
  'not shown to pay',
  'not distinguishable',
  'not available before answering',
] as const;
const worthVerdictSchema = z.enum(worthVerdicts);
export type WorthVerdict = z.infer<typeof worthVerdictSchema>;

/** Policies that need no signal. */
const constants = ['keep', 'pass'] as const;
const constantSchema = z.enum(constants);

const worthUnits = ['dollars per 1,000 requests', 'right answers per 1,000 requests'] as const;

/** A gain per 1,000 requests, in the unit of the result. */
const gainSchema = z
  .object({
    value: z.number(),
    interval: intervalSchema.nullable().describe('95 % interval; null without variation between groups'),
    p: z.number().describe('one-sided p of a gain of 0 or less, not adjusted'),
  })
  .readonly();
export type WorthGain = z.infer<typeof gainSchema>;

const worthSignalSchema = z
  .object({
    name: z.string().describe('name as in --signals: own, subject, label, token, panel'),
    about: z.string().describe('the signal in words'),
    asks: z.boolean().describe('whether a model is called to get it; others are free'),
    price: z.number().describe('cost on every request, in the unit of the result'),
    passedShare: z.number().describe('share of the requests that are passed on'),
    values: z.int().describe('number of different values'),
    missing: z.int().describe('requests without a value; they are kept'),
    overKeep: gainSchema.describe('over always keeping'),
    overPass: gainSchema.describe('over always passing on'),
    overConstant: gainSchema.describe('over the better of always keep and always pass: the lesser of the two gains'),
    overRandom: gainSchema.describe('over passing on the same share at random, without the price of the signal'),
    overFree: z
      .array(z.object({ signal: z.string(), gain: gainSchema }).readonly())
      .readonly()
      .describe('over each free signal; empty for a free signal'),
    adjusted: z
      .number()
      .nullable()
      .describe('largest p of the tests that must all hold, adjusted (Holm); null if free'),
    family: z
      .int()
      .nullable()
      .optional()
      .describe('number of signals that are adjusted together; null if free; absent in results of earlier versions'),
    verdict: worthVerdictSchema.nullable().describe('null for a free signal'),
    beatsConstants: z
      .boolean()
      .nullable()
      .describe(
        'whether a free signal is shown to beat both constants and the same share at random, requests without an outcome at their worst (one-sided 2.5 %); null for a signal that is asked for',
      ),
    loses: z
      .boolean()
      .nullable()
      .optional()
      .describe(
        'whether a free signal is shown to be worse than the better constant, requests without an outcome at their best (one-sided 2.5 %); null for a signal that is asked for; absent in results of earlier versions',
      ),
    freeSignal: z.string().nullable().describe('the free signal that it is not shown to beat; null for other verdicts'),
    reason: z.string().nullable().describe('why the verdict is not another, where that needs a sentence'),
    detectable: z.number().nullable().describe('saving that 4 of 5 such runs would find; null where it is unknown'),
  })
  .readonly();
export type WorthSignalResult = z.infer<typeof worthSignalSchema>;

const curvePointSchema = z
  .object({
    value: z.number().describe('US dollars of a right answer'),
    signal: z.string(),
    saving: z.number(),
    low: z.number().nullable(),
    high: z.number().nullable(),
  })
  .readonly();
export type WorthCurvePoint = z.infer<typeof curvePointSchema>;

/** The largest share of requests that A can keep at an error of at most P. */
const errorLimitSchema = z.discriminatedUnion('kind', [
  z
    .object({
      kind: z.literal('found'),
      maxError: z.number(),
      keptShare: z.number().describe('share of the second half that is kept'),
      error: z.number().describe('share of wrong answers among the kept ones of the second half'),
      upper: z.number().describe('upper Clopper-Pearson bound of that error, one-sided 95 %'),
      groups: z.int().describe('kept groups of the second half'),
    })
    .readonly(),
  z.object({ kind: z.literal('none'), maxError: z.number(), reason: z.string() }).readonly(),
]);
export type ErrorLimit = z.infer<typeof errorLimitSchema>;

/** Outcomes of other models on the items of A, whose share on each item is a free signal. */
const worthPanelSchema = z
  .object({
    source: z.string().describe('path that the outcomes were read from'),
    models: z
      .array(
        z
          .object({
            model: z.string(),
            items: z.int().describe('items of A that it has an outcome on'),
            sameOutcome: z.number().describe('share of these on which it and A are both right or both not'),
          })
          .readonly(),
      )
      .readonly(),
    byItem: z
      .array(z.object({ item: z.string(), right: z.number() }).readonly())
      .readonly()
      .describe('share of the models that are right on each item, in [0, 1]'),
    right: z.number().describe('mean of these shares'),
    sameAsMajority: z.number().describe('share of the items on which A is right exactly where most of the models are'),
    nearest: z.string().describe('model with the largest `sameOutcome`'),
  })
  .readonly();
export type WorthPanel = z.infer<typeof worthPanelSchema>;

/** The value of a right answer, the costs of a wrong one and of a second, in US dollars. */
const worthPricesSchema = z
  .object({
    right: z.number(),
    wrong: z.number(),
    second: z.number(),
    ask: z.number().nullable().describe('given cost of asking once; null: as stored with the predictions'),
    keepCall: z.number().describe('mean cost of an answer of A'),
    passCall: z.number().describe('mean cost of an answer of B; 0 where requests are left without an answer'),
  })
  .readonly();

/** Whether asking first pays: the result of `seb worth`. Amounts are per 1,000 requests unless they say otherwise. */
export const worthSchema = z
  .object({
    question: z.string(),
    answer: z.string(),
    runs: z.array(z.string()).readonly().describe('ids of the runs; empty for logs and simulated models'),
    task: z.string().describe('experiment or log that the outcomes come from'),
    score: z.string().nullable().describe('score of a log that says what is right; null for runs'),
    otherScores: z.array(z.string()).readonly().describe('other scores of the log (--score NAME); empty for runs'),
    keep: z.string().describe('model A, whose answer is kept'),
    pass: z.string().nullable().describe('model B, which gets what is passed on; null: such requests get no answer'),
    unit: z
      .enum(worthUnits)
      .describe(
        'unit of every gain and of `detectable`: right answers where no price is given (10 of 1,000 are one point of accuracy)',
      ),
    prices: worthPricesSchema.nullable(),
    items: z.int(),
    groups: z.int(),
    missing: z.int().describe('items with a missing outcome of A or B'),
    rightOfKeep: z.number().describe('share of the answers of A that are right'),
    rightOfPass: z.number().nullable(),
    bestConstant: constantSchema,
    signals: z.array(worthSignalSchema).readonly(),
    curve: z.array(curvePointSchema).readonly().describe('decision curve; empty without prices'),
    panel: worthPanelSchema.nullable().describe('null without --panel'),
    errorLimit: errorLimitSchema.nullable().describe('null without --max-error'),
    limits: z.array(z.string()).readonly(),
    checks: resultChecksSchema.optional().describe('what the checks of docs/logs.md found; absent for runs'),
    next: z.array(stepSchema).readonly(),
  })
  .readonly();
export type Worth = z.infer<typeof worthSchema>;
