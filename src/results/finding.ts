import { z } from 'zod';
import { controlResults, controls } from '../domain/control.ts';
import { betterValues, units } from '../domain/measure.ts';
import type { Policy } from '../domain/policy.ts';
import { contrastSchema } from './contrast.ts';
import type { Estimate, ListedEstimate } from './estimate.ts';
import { quantitySchema } from './quantity.ts';
import { type BeyondWord, beyondTexts, beyondWordSchema, fitSchema, isTested } from './verdict.ts';

/** How missing values entered a test. */
const missingRules = ['none', 'at their worst'] as const;

/**
 * The tests of fit: Fisher's exact test, the exact test of midranks, and t; against constants McNemar's mid-p, t, and for graded
 * scores also Hall's transformation of t.
 */
const rungTests = ['exact', 'midranks', 'mcnemar', 't', 'hall'] as const;

/** What t and its interval are taken over. */
const testGroups = ['groups', 'strata'] as const;

/** Result of one test of fit, or the reason why it was not asked. */
const rungSchema = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('tested'),
      test: z.enum(rungTests),
      p: z.number().describe('one-sided, before adjustment, with missing values at their worst'),
      pWithoutMissing: z
        .number()
        .describe('p where units that are missing are left out, before adjustment; a word never reads it'),
      adjusted: z.number().describe('p adjusted over its family (Holm)'),
      family: z.int().describe('number of tests that are adjusted together'),
      holds: z.boolean().describe('whether the adjusted p is at most 2.5 %'),
      estimate: quantitySchema.nullable().describe('what the test compares with 0; null for exact tests'),
      against: z.string().nullable().describe('the reference that is hardest to beat; null where there is one only'),
      over: z.enum(testGroups).describe('what the interval, and t, are taken over'),
      parts: z
        .int()
        .nullable()
        .describe('parts of the planned order of calls within which predictions are dealt; null: order not planned'),
      missing: z.enum(missingRules),
    }),
    z.object({ kind: z.literal('not asked'), reason: z.string() }),
  ])
  .readonly();
export type Rung = z.infer<typeof rungSchema>;

/** What the predictions of one score add to what others tell. */
const beyondSchema = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('tested'),
      test: z.literal('residual tetrads'),
      p: z.number().describe('largest p of all references, before adjustment'),
      adjusted: z
        .number()
        .describe('the larger of p adjusted over its family (Holm) and the adjusted p of informative'),
      family: z.int(),
      holds: z.boolean().describe('whether it holds on all items of the score'),
      own: quantitySchema.describe('correlation of prediction and outcome beyond the factors of the other models'),
      private: quantitySchema.describe('part of it that other models’ predictions do not share'),
      nearest: contrastSchema.describe('minus the model whose outcomes are most alike; its own 2.5 %'),
      references: z
        .array(z.string())
        .readonly()
        .describe('what must be beaten: other models, the text of the items, the label, asked models'),
      text: z
        .discriminatedUnion('kind', [
          z.object({
            kind: z.literal('tested'),
            p: z.number().describe('the largest p of its parts'),
            hardest: z
              .string()
              .describe(
                'part with this p: the words with the length, or the number of characters, words, sentences or options',
              ),
            value: z.number().describe('mean product of what words and length leave of predictions and outcomes'),
          }),
          z.object({ kind: z.literal('not asked'), reason: z.string() }),
        ])
        .describe('what is left of the fit when the text of the items explains both sides'),
      shared: z
        .object({
          items: z.int().describe('items that all models have'),
          adjusted: z.number().nullable().describe('null with fewer than 100 such items'),
          holds: z.boolean(),
        })
        .nullable()
        .describe('the same on the items that all models have; null where all models have the same items'),
      models: z.int().describe('number of unrelated models, this one included'),
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
    fit: fitSchema.describe("whether predictions fit the model's own answers, or why there is no verdict"),
    beyond: beyondWordSchema.describe('whether they add to what others tell'),
    changedByMissing: z.boolean().describe('whether the word on fit is another one where missing values are left out'),
    reason: z.string().nullable().describe('what the word on fit alone does not say; null where nothing'),
    score: quantitySchema.describe("score of the model's predictions of itself"),
    chance: z.number().nullable().describe('score of the same predictions shuffled among the items'),
    skill: z.number().nullable().describe("(score - chance) / (1 - chance); Cohen's kappa of yes/no predictions"),
    constant: z.number().nullable().describe('score of the best constant answer on the same items'),
    aboveConstant: quantitySchema
      .nullable()
      .describe(
        'how much better the score is than that of the best constant answer, with missing answers at their worst in the interval; null without one',
      ),
    label: z.number().nullable().describe("score of the data set's label (or another rule about the item alone)"),
    stratum: z
      .object({
        column: z.string().describe('column of the items'),
        strata: z.int(),
        score: z.number().describe('score of the best constant answer of each stratum, cross-fitted'),
      })
      .nullable()
      .describe('kinds of questions that predictions are shuffled within; null without such a column'),
    undealt: z
      .object({ column: z.string(), strata: z.int() })
      .nullable()
      .describe(
        'kinds of questions that predictions are not shuffled within, because too few items share one; null: none',
      ),
    auroc: z
      .number()
      .nullable()
      .describe('share of pairs of a stratum that stated probabilities order; null unless midranks are tested'),
    stated: z
      .object({ said: z.number(), happened: z.number(), verb: z.string().describe('words before the second number') })
      .nullable()
      .describe(
        'mean stated probability, and share of the executions in which it came true; null for other predictions',
      ),
    survives: z
      .int()
      .nullable()
      .describe('missing rows that `useful` of stated probabilities would survive; null where none is missing'),
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
      .describe('fits its own answers, beats every constant, adds to what others tell'),
    opposite: rungSchema.describe('the other tail of the test of informative'),
  })
  .readonly();
export type Finding = z.infer<typeof findingSchema>;

/** What a prediction can be tested against beside other models, as `references` names it, and in words. */
const testedBeside = {
  'others who were asked': 'others who were asked',
  label: 'the label',
  'text of the items': 'the words and length of the items',
} as const;

/** Returns what a `yes` to *beyond others* adds to: other models, and what every finding with this word was tested against. */
export function addsToText(findings: readonly Pick<Finding, 'beyond' | 'rungs'>[]): string {
  const found = findings.filter(({ beyond }) => beyond === 'yes');
  const isTestedIn = (reference: string) =>
    found.every(
      ({ rungs: { beyondOthers } }) => beyondOthers.kind === 'tested' && beyondOthers.references.includes(reference),
    );
  const beside = Object.entries(testedBeside).flatMap(([reference, words]) => (isTestedIn(reference) ? [words] : []));
  const all = ['other models', ...(found.length === 0 ? [] : beside)];
  const last = all.at(-1);
  return `adds to what ${all.length === 1 ? last : `${all.slice(0, -1).join(', ')} and ${last}`} tell`;
}

/** Returns the phrase of a word on *beyond others*; that of `yes` names what these findings were tested against. */
export function beyondText(word: BeyondWord, findings: readonly Pick<Finding, 'beyond' | 'rungs'>[]): string {
  return word === 'yes' ? addsToText(findings) : beyondTexts[word];
}

/** Returns a key that a finding shares with the estimate of its score. */
export function scoreKey(
  of: Pick<Finding, 'experiment' | 'model' | 'condition' | 'measure'> & { readonly run: string | null },
): string {
  return JSON.stringify([of.run, of.experiment, of.model, of.condition, of.measure]);
}

/** Policy of the estimates that findings are about. */
export const scorePolicy: Policy = 'parsed';

/**
 * Returns a row for each finding (`isScore`): the estimate of its measure, with the interval of that, where there is one, and else
 * the numbers of the finding; and the other estimates after them. Every surface that lists estimates lists these.
 */
export function withScoresMarked(
  estimates: readonly Estimate[],
  findings: readonly Finding[],
): readonly ListedEstimate[] {
  const parsed = estimates.filter(({ policy }) => policy === scorePolicy);
  const byScore = new Map(parsed.map((estimate) => [scoreKey(estimate), estimate]));
  const byGroup = new Map(parsed.map((estimate) => [groupKey(estimate), estimate]));
  const own = findings.map((finding) => byScore.get(scoreKey(finding)));
  const scores = findings.map((finding, index) => own[index] ?? scoreRow(finding, byGroup.get(groupKey(finding))));
  const others = estimates.filter((estimate) => !own.includes(estimate));
  return [
    ...scores.map((estimate) => ({ ...estimate, isScore: true })),
    ...others.map((estimate) => ({ ...estimate, isScore: false })),
  ];
}

function groupKey({ run, experiment, model, condition }: Pick<Estimate, 'run' | 'experiment' | 'model' | 'condition'>) {
  return JSON.stringify([run, experiment, model, condition]);
}

/** Returns the score of a finding as a row: the estimate of its measure, or of its group, with the numbers of the finding. */
function scoreRow(finding: Finding, like: Estimate | undefined): Estimate {
  const { run, experiment, model, condition, measure, unit, score, constant, label, clusters } = finding;
  const { usable, total, notAsked, reexecution } = finding;
  const isSame = like?.measure === measure;
  return {
    ...{ run, experiment, model, condition, measure, unit, policy: scorePolicy },
    ...{ value: score.value, interval: score.interval, level: 0.95, method: 'jackknife over groups of items' },
    ...{ n: score.n, clusters, baseRate: constant, itemRule: label, reexecution },
    otherModels: isSame ? like.otherModels : null,
    coverage: like?.coverage ?? { units: total + notAsked, usable, lost: {} },
    bounds: isSame ? like.bounds : null,
    absent: {
      ...(isSame ? like.absent : {}),
      ...(score.value === null ? { value: score.missing ?? 'nothing could be read' } : {}),
      ...(score.interval === null ? { interval: score.missing ?? 'too few groups of items' } : {}),
    },
  };
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
  const known = findings.flatMap(({ skill, fit }) => (skill === null || !isTested(fit) ? [] : [skill]));
  return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0) / known.length;
}
