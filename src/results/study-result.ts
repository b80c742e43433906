import { z } from 'zod';
import { contrastSchema, contrastShape } from './contrast.ts';
import { ladderCurveSchema } from './ladder.ts';
import { sectionSchema } from './page.ts';
import { quantitySchema } from './quantity.ts';
import { stepSchema } from './step.ts';

/** All numbers and findings of a study. Also runs in the browser: imports only zod and results. */

const nullable = z.number().nullable();
const list = <Entry extends z.ZodType>(entry: Entry) => z.array(entry).readonly();

const gainBases = ['scramble', 'mode'] as const;
const armKinds = ['trained', 'scramble', 'shifted', 'reference'] as const;
const shiftKinds = ['self-training', 'training', 'prompt'] as const;
const reasoningArms = ['untrained', 'self', 'cross', 'scramble'] as const;

/**
 * Verdict on a pair. `own better`: I and E are above zero, both directions are `higher`, and both own models exceed
 * every rule; a handicap of cross training is not excluded. `advantage`: so are they, each model's lead on itself exceeds its
 * lead on its shifted self, and the shifted self was shown to be as hard to learn. `training taught nothing`: the interval of
 * the mean gain covers zero. `no advantage found`: anything else that was measured. `not measured`: a cell of the design or an
 * interval is missing, or an arm was trained fewer than three times.
 */
const verdictKinds = [
  'advantage',
  'own better',
  'no advantage found',
  'training taught nothing',
  'not measured',
] as const;
export type VerdictKind = (typeof verdictKinds)[number];

/** A value for each cell of two predictors and two targets; `ba` is predictor b trained on target a. */
const squareSchema = z.strictObject({ aa: z.number(), ba: z.number(), ab: z.number(), bb: z.number() }).readonly();

export type Square = z.infer<typeof squareSchema>;

const directionSchema = z
  .strictObject({
    ...contrastShape,
    a: z.string().describe('the model whose answers are predicted, trained on them'),
    b: z.string().describe('the other model of the pair, trained on the same answers'),
    p: nullable.describe(
      'two-sided p of "both are equal" (paired t); where predictions of a side are missing, each one-sided p is the larger of that of missing as wrong and that of missing at its worst for the claim; null where undefined, and below three trainings of each arm',
    ),
    trainings: z.number().describe('trainings of the arm of the pair that was trained least often'),
    read: z
      .strictObject({ own: z.number(), other: z.number() })
      .readonly()
      .nullable()
      .describe('shares of the predictions about `a` that could be read, of `a` and of `b`; null without predictions'),
    explainingDeviation: nullable.describe(
      'standard deviation between trainings of one recipe above which trainings alone explain the difference; null unless an arm was trained once and strings alone do not explain it',
    ),
  })
  .readonly();
/**
 * Accuracy of a target's own model minus that of the other model of the pair, after the same training; Holm over both directions of
 * all pairs. `no test`: an arm was trained once, so only these two copies are compared; `not measured`: twice, or no value.
 */
export type Direction = z.infer<typeof directionSchema>;

const shiftedSchema = z
  .strictObject({
    target: z.string(),
    shifted: z.string().describe('name of the shifted self'),
    trainings: z.number().describe('trainings of the arm on a shifted self that was trained least often'),
    plain: quantitySchema.describe('own minus other, both trained on and about the shifted self'),
    difference: contrastSchema.describe(
      'the direction on the target minus that on its shifted self; p of "not above 0", missing predictions at their worst',
    ),
    hardness: contrastSchema.describe(
      'accuracy of the other model about the target minus that about its shifted self; larger p of two one-sided tests of "beyond 10 points", missing predictions at their worst',
    ),
  })
  .readonly();
/** What the lead of a model on itself has over its lead on its shifted self. */
export type BeyondShiftedSelf = z.infer<typeof shiftedSchema>;

const beyondRulesSchema = z
  .strictObject({
    ...contrastShape,
    a: z.string().describe('the target'),
    b: z
      .string()
      .nullable()
      .describe(
        'the rule with the highest accuracy, else a reference that was trained too few times for a test; null where the design is incomplete',
      ),
    p: nullable.describe(
      'largest p of "not above this rule" over all rules, over strings and the trainings of references; missing predictions of a reference count as right',
    ),
  })
  .readonly();

const pairSchema = z
  .strictObject({
    a: z.string(),
    b: z.string(),
    nearCopy: z.boolean().describe('whether the two are declared to be of one family'),
    gainBase: z
      .enum(gainBases)
      .nullable()
      .describe('base of the gains: scramble arms, or coverage times the cross-fitted mode; null without a design'),
    accuracy: squareSchema.nullable().describe('macro accuracy of each cell'),
    I: contrastSchema.describe('double difference; two-sided p against 0'),
    E: contrastSchema.describe('excess; two-sided p of the determinant against 0'),
    determinant: quantitySchema.describe('by-group determinant of the gains, jackknife bias-corrected'),
    meanGain: quantitySchema,
    plain: list(directionSchema).describe('both directions'),
    shifted: list(shiftedSchema).nullable().describe('both directions; null without shifted selves'),
    beyondRules: list(beyondRulesSchema).describe('own model minus the best rule without a model, for both targets'),
    trainings: z
      .number()
      .describe('trainings of the arm that was trained least often; values of an arm are means over its trainings'),
    arms: list(
      z
        .strictObject({
          base: z.string(),
          target: z.string(),
          kind: z.enum(armKinds),
          accuracies: list(z.number()).describe('share of right predictions of each training, ascending'),
        })
        .readonly(),
    ),
    detectable: nullable.describe(
      'smallest advantage, equal in both directions, that 80 % of such studies find, missing predictions at their worst',
    ),
    detectableWith: z
      .strictObject({ strings: nullable, trainings: nullable })
      .readonly()
      .describe('that advantage with four times the strings, and with twice the trainings of each arm'),
    detectableGain: nullable.describe('smallest mean gain that 80 % of such studies find'),
    excludedGroups: list(z.strictObject({ group: z.string(), reason: z.string() }).readonly()),
    verdict: z.enum(verdictKinds),
    sentence: z.string().describe('the verdict in one sentence, with its numbers'),
    reasons: list(z.string()),
  })
  .readonly();
/** Results of the 2 x 2 design of two models, with the verdict. */
export type PairRecord = z.infer<typeof pairSchema>;

export const arms = ['untrained', 'self', 'cross', 'near-copy', 'scramble', 'shifted'] as const;

/**
 * Training of a predictor. `self` and `cross` are trained on the target's own values (by the target, or by another
 * model); `near-copy` is a `cross` arm whose base is a sibling of the target; `scramble` is trained on the same values
 * permuted within each group; `shifted` on other behavior.
 */
export type Arm = (typeof arms)[number];

const predictorSchema = z.strictObject({
  predictor: z.string(),
  base: z.string(),
  arm: z.enum(arms),
  trainedOn: z.string().nullable().describe('the target whose values were the labels; null without training'),
  target: z.string(),
  training: z
    .string()
    .exactOptional()
    .describe('name of the training (its seed) in a study that names them; absent: the arm was trained once, or not'),
});

const accuracySchema = predictorSchema
  .extend({
    group: z.string(),
    value: z.number(),
    n: z.number().describe('rows with a truth; a missing prediction counts as wrong'),
    coverage: z.number().describe('share of these rows with a readable prediction'),
    baselines: z.record(z.string(), z.number()).readonly().describe('scores of the rules on the same rows'),
  })
  .readonly();
/** Accuracy of one predictor on one target in one group, next to the scores of the rules on the same rows. */
export type AccuracyEntry = z.infer<typeof accuracySchema>;

const predictorAccuracySchema = predictorSchema
  .extend({
    accuracy: quantitySchema.describe(
      'mean over the groups that all predictors share; withheld where fewer than half of the predictions are readable',
    ),
    mode: nullable.describe('accuracy of the cross-fitted most frequent value'),
    coverage: nullable.describe('share of readable predictions; null without groups'),
  })
  .readonly();
export type PredictorAccuracy = z.infer<typeof predictorAccuracySchema>;

const propertySchema = z
  .strictObject({
    target: z.string(),
    other: z.string(),
    property: z.string(),
    groups: z.number().describe('tasks that have the property'),
    rows: z.number().describe('rows of the target with the property that all predictors of the pair share'),
    self: quantitySchema.describe('share correct, mean over tasks'),
    cross: quantitySchema,
    difference: quantitySchema,
    mode: nullable,
  })
  .readonly();
/** One property of a target: how well its own model predicts it, and the other model of the pair. Intervals are not adjusted. */
export type PropertyComparison = z.infer<typeof propertySchema>;

const deviationSchema = z
  .strictObject({
    predictions: z.number().describe('predictions of each row that are compared with as many further executions'),
    n: z.number().describe('rows with three executions or more'),
    mad: nullable.describe('mean absolute deviation in percentage points; null with fewer than two bins'),
    perfect: nullable.describe(
      'deviation of a perfect predictor: of further executions in place of as many predictions',
    ),
    excess: nullable.describe('deviation minus that of a perfect predictor'),
    interval: z
      .tuple([z.number(), z.number()])
      .readonly()
      .nullable()
      .describe('95 % interval of the excess, by jackknife over strings'),
  })
  .readonly();
export type Deviation = z.infer<typeof deviationSchema>;

const calibrationSchema = z
  .strictObject({ predictor: z.string(), target: z.string(), group: z.string(), deviation: deviationSchema })
  .readonly();
/** How closely the shares of one predictor's sampled predictions match those of the target's sampled executions. */
export type Calibration = z.infer<typeof calibrationSchema>;

const reliabilitySchema = z
  .strictObject({
    predictor: z.string(),
    target: z.string(),
    bins: list(z.strictObject({ n: z.number(), predicted: z.number(), observed: z.number() }).readonly()).describe(
      'values with about one predicted share: mean predicted share, and mean share in executions',
    ),
  })
  .readonly();
export type Reliability = z.infer<typeof reliabilitySchema>;

const changeSchema = z
  .strictObject({
    shift: z
      .enum(shiftKinds)
      .describe('training to predict itself, further training, or a system prompt that only the executions had'),
    target: z.string(),
    n: z.number().describe('rows whose value changed'),
    coverage: nullable.describe(
      'share of them with a readable prediction of the shifted model; no accuracies below 0.5',
    ),
    changed: quantitySchema.describe('share of values that changed, macro over groups'),
    noise: quantitySchema.describe('share that differs between two sets of executions before the shift'),
    beyondNoise: quantitySchema.describe('changed minus noise, on the rows that have both'),
    accuracyNew: quantitySchema,
    accuracyOld: quantitySchema,
    tracking: quantitySchema.describe(
      '(new - old) / (new + old) of the shifted model; missing where the change may be noise',
    ),
    trackingUnshifted: quantitySchema.describe('that ratio for the model before the shift, on the same rows'),
    differenceInDifferences: quantitySchema.describe('(new - old) of the shifted minus that of the unshifted model'),
    mcnemar: z
      .strictObject({ newer: z.number(), older: z.number(), p: z.number() })
      .readonly()
      .nullable()
      .describe(
        "strings whose predictions match the new behavior more often, the old more often, and McNemar's exact p",
      ),
    properties: list(
      z
        .strictObject({
          property: z.string(),
          n: z.number(),
          accuracyNew: z.number(),
          accuracyOld: nullable.describe('null for a binary property, where it is the complement of the new accuracy'),
        })
        .readonly(),
    ),
  })
  .readonly();
/** Whether predictions follow a shift of the target's behavior. Accuracies are macro over groups, on changed rows only. */
export type BehaviorChange = z.infer<typeof changeSchema>;

const ladderSchema = ladderCurveSchema.extend({
  predictor: z.string(),
  base: z.string(),
  arm: z.enum(reasoningArms),
  target: z.string(),
});

const byArm = z.strictObject({ self: quantitySchema, scramble: quantitySchema, untrained: quantitySchema }).readonly();

const transferSchema = z
  .strictObject({
    experiment: z.string(),
    base: z.string(),
    ...byArm.unwrap().shape,
    constant: byArm.describe('score of the best constant answer on the executions of each arm'),
    gain: byArm.describe('score of each arm minus its best constant answer'),
    effect: contrastSchema.describe(
      'self-trained minus scramble-trained, means over their trainings, paired by cluster; p and interval over clusters and trainings; where the arms differ in what is usable, p is the larger of that of all outcomes and of usable ones, and 1 where they have opposite signs; Holm over all experiments and models; no test below three trainings of each arm',
    ),
    trainings: z.number().describe('trainings of the arm that was trained less often; 0 without one of the arms'),
    usable: nullable.describe('smaller share of usable outcomes of the two compared arms'),
    drift: z
      .strictObject({ ability: nullable, refused: nullable })
      .readonly()
      .describe('self-trained minus untrained: a changed ability or refusal rate changes the base rate of the score'),
  })
  .readonly();
/** Effect of training a model to predict itself on its score in one experiment that no arm was trained on. */
export type TransferEffect = z.infer<typeof transferSchema>;

const modesShape = {
  difference: contrastSchema.describe(
    'deliberate minus direct, mean over trainings, by t over strings and trainings; Holm over all tests about reasoning; no test of an arm that was trained fewer than three times',
  ),
  read: quantitySchema.nullable().describe('the difference on the rows answered in every mode; null where all were'),
  isEqual: z.boolean().describe('whether no string differs'),
};

const armTrainings = z.number().nullable().describe('trainings of the arm; null: it was not trained');

const armInModesSchema = predictorSchema
  .extend({
    ...modesShape,
    trainings: armTrainings,
    direct: quantitySchema,
    deliberate: quantitySchema,
    constant: quantitySchema.describe('accuracy of the cross-fitted most frequent value on the same rows'),
    gain: z.strictObject({ direct: quantitySchema, deliberate: quantitySchema }).readonly(),
    coverage: z.strictObject({ direct: nullable, deliberate: nullable }).readonly(),
  })
  .readonly();
/** One arm in both modes, about the model that it was trained on, or about itself without training. */
export type ArmInModes = z.infer<typeof armInModesSchema>;

const reasoningChangeSchema = z
  .strictObject({ base: z.string(), untrained: quantitySchema, self: quantitySchema, ...modesShape })
  .readonly();
/** How training a model to predict itself changes what reasoning adds: self-trained minus untrained. */
export type ReasoningChange = z.infer<typeof reasoningChangeSchema>;

const reasoningSchema = z
  .strictObject({
    tests: z.number().describe('tests that are adjusted together'),
    arms: list(armInModesSchema),
    changes: list(reasoningChangeSchema),
  })
  .readonly();
export type ReasoningEffects = z.infer<typeof reasoningSchema>;

const equalTrainingsSchema = z
  .strictObject({
    base: z.string(),
    trainedOn: z.string().nullable(),
    trainings: list(z.string()).describe('names (seeds) of the trainings whose predictions are equal'),
  })
  .readonly();
/** Trainings of one arm that predict the same, and therefore count as one. */
export type EqualTrainings = z.infer<typeof equalTrainingsSchema>;

/** The numbers of an introspection study. Accuracies are shares, deviations percentage points. */
export const studyResultSchema = z
  .strictObject({
    seed: z.number(),
    pairs: list(pairSchema),
    predictors: list(predictorAccuracySchema).describe('accuracy of each predictor on each target'),
    accuracy: list(accuracySchema).describe('accuracy by group of task and property'),
    properties: list(propertySchema),
    itemValueGroups: list(z.string())
      .exactOptional()
      .describe('groups whose values differ by item, so that a guess may be better than their base rate; absent: none'),
    equalTrainings: list(equalTrainingsSchema)
      .exactOptional()
      .describe('trainings of one arm whose predictions are equal, so that they count as one; absent: none'),
    withoutValue: z
      .strictObject({ units: z.number(), of: z.number() })
      .readonly()
      .exactOptional()
      .describe(
        'held-out answers (one property of one item and target) without a value that most executions agree on, which are left out, of all; absent: none',
      ),
    behaviorChange: list(changeSchema),
    calibration: list(calibrationSchema),
    reliability: list(reliabilitySchema),
    ladder: list(ladderSchema).describe(
      'scores of each arm about its target on each axis, which no arm was trained on',
    ),
    transfer: list(transferSchema),
    reasoning: reasoningSchema.exactOptional().describe('absent in a study of one mode'),
  })
  .readonly();
export type StudyResult = z.infer<typeof studyResultSchema>;

const findingSchema = z
  .object({
    models: z.tuple([z.string(), z.string()]).readonly(),
    verdict: z.enum(verdictKinds),
    sentence: z.string(),
    reasons: list(z.string()).describe('why; a negative has the smallest advantage that such studies find'),
    accuracies: list(z.object({ predictor: z.string(), target: z.string(), value: z.number() }).readonly())
      .nullable()
      .describe('share correct of each model about each, on the rows that all predictors share'),
    I: contrastSchema,
    E: contrastSchema,
    definitions: list(z.string()).describe('I and E in a sentence each, with the subtraction written out'),
    detectable: nullable,
    directions: list(directionSchema).describe('who predicts each model better after the same training'),
  })
  .readonly();
/** What was found about one pair of models. */
export type StudyFinding = z.infer<typeof findingSchema>;

/** What a study found, as every surface renders it: computed once by `studyFindings`. */
export const studyFindingsSchema = z
  .object({
    study: z.string().describe('id of the study in the store'),
    question: z.string(),
    answer: z.string().describe('the verdict in one sentence'),
    runs: list(z.string()),
    adjustedOver: z.string().describe('the tests that are adjusted together'),
    findings: list(findingSchema),
    sections: list(sectionSchema),
    limits: list(z.string()).describe('what limits the findings, one sentence each'),
    next: list(stepSchema),
  })
  .readonly();
export type StudyFindings = z.infer<typeof studyFindingsSchema>;
