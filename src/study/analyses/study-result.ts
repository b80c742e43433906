import { z } from 'zod';
import { ladderCurveSchema } from '../../results/ladder.ts';
import { quantitySchema } from '../../results/quantity.ts';
import { directionWords, verdictKinds } from './pairs/verdict-kinds.ts';
import { reasoningVerdicts } from './reasoning/reasoning-verdicts.ts';

const nullable = z.number().nullable();
const square = z.strictObject({ aa: z.number(), ba: z.number(), ab: z.number(), bb: z.number() });

const directionSchema = quantitySchema.unwrap().extend({
  target: z.string(),
  other: z.string(),
  /** Two-sided p of the paired t, and after Holm over both directions of all pairs. */
  p: nullable,
  holm: nullable,
  word: z.enum(directionWords),
});

const shiftedSchema = z.strictObject({
  target: z.string(),
  shifted: z.string(),
  /** Own minus other on the shifted self, and what the direction on the target has over it. */
  plain: quantitySchema,
  difference: quantitySchema,
  /** One-sided p of "the difference is not above 0". */
  oneSidedP: nullable,
});

const pairSchema = z.strictObject({
  a: z.string(),
  b: z.string(),
  nearCopy: z.boolean(),
  /** Base of the gains: scramble arms, or coverage times the cross-fitted mode. */
  gainBase: z.enum(['scramble', 'mode']).nullable(),
  accuracy: square.nullable(),
  I: quantitySchema,
  E: quantitySchema,
  determinant: quantitySchema,
  meanGain: quantitySchema,
  /** Own minus other after the same training, in both directions. */
  plain: z.array(directionSchema),
  /** The two directions against the models' shifted selves; null without shifted selves. */
  shifted: z.array(shiftedSchema).nullable(),
  /** Own model minus the best rule without a model, on the rows of the pair. */
  beyondRules: z.array(
    quantitySchema.unwrap().extend({ target: z.string(), best: z.string().nullable(), oneSidedP: nullable }),
  ),
  /** Scramble arms minus the target's cross-fitted mode. */
  scrambleLags: z.array(quantitySchema.unwrap().extend({ base: z.string(), target: z.string() })),
  /** Training runs of each arm; 0 before training. Values of several runs are means. */
  trainings: z.number(),
  byTraining: z.array(z.strictObject({ seed: nullable, I: nullable, E: nullable })),
  /** Smallest advantage, equal in both directions, that 80 % of such studies find. */
  detectable: nullable,
  /** Two-sided. */
  p: z.strictObject({ I: nullable, E: nullable }),
  excludedGroups: z.array(z.strictObject({ group: z.string(), reason: z.string() })),
  /** Set where the advantage occurs in shallow properties only. */
  caution: z.string().nullable(),
  verdict: z.enum(verdictKinds),
  /** The verdict as a sentence with its numbers, and its reasons. */
  sentence: z.string(),
  reasons: z.array(z.string()),
});

const subsetSchema = z.strictObject({
  name: z.string(),
  kept: z.number(),
  of: z.number(),
  pairs: z.array(pairSchema),
});

const accuracySchema = z.strictObject({
  predictor: z.string(),
  base: z.string(),
  arm: z.enum(['untrained', 'self', 'cross', 'near-copy', 'scramble', 'read-off', 'shifted']),
  /** The target whose values were the labels; null without training. */
  trainedOn: z.string().nullable(),
  target: z.string(),
  group: z.string(),
  value: z.number(),
  n: z.number(),
  coverage: z.number(),
  baselines: z.record(z.string(), z.number()),
});

const predictorAccuracySchema = accuracySchema
  .pick({ predictor: true, base: true, arm: true, trainedOn: true, target: true })
  .extend({
    /** Mean over the groups that all predictors share; withheld where fewer than half of the predictions are readable. */
    accuracy: quantitySchema,
    /** Accuracy of the most frequent value of other rows. */
    mode: nullable,
    coverage: nullable,
  });

const deviationSchema = z.strictObject({
  predictions: z.number(),
  n: z.number(),
  mad: nullable,
  perfect: nullable,
  excess: nullable,
  interval: z.tuple([z.number(), z.number()]).readonly().nullable(),
});

const calibrationSchema = z.strictObject({
  predictor: z.string(),
  target: z.string(),
  group: z.string(),
  deviation: deviationSchema,
  curve: z.array(deviationSchema),
  correlation: nullable,
  brier: nullable,
  jensenShannon: nullable,
});

const reliabilitySchema = z.strictObject({
  predictor: z.string(),
  target: z.string(),
  /** Values with about one predicted share: mean predicted share, and mean share in executions. */
  bins: z.array(z.strictObject({ n: z.number(), predicted: z.number(), observed: z.number() })),
});

const propertySchema = z.strictObject({
  target: z.string(),
  other: z.string(),
  property: z.string(),
  groups: z.number(),
  rows: z.number(),
  self: quantitySchema,
  cross: quantitySchema,
  difference: quantitySchema,
  mode: nullable,
});

const changeSchema = z.strictObject({
  /** Further training, or a system prompt that only the executions had. */
  shift: z.enum(['training', 'prompt']),
  target: z.string(),
  n: z.number(),
  /** Share of the changed rows with a readable prediction of the shifted model; no accuracies below 0.5. */
  coverage: nullable,
  changed: quantitySchema,
  noise: quantitySchema,
  beyondNoise: quantitySchema,
  accuracyNew: quantitySchema,
  accuracyOld: quantitySchema,
  tracking: quantitySchema,
  trackingUnshifted: quantitySchema,
  differenceInDifferences: quantitySchema,
  mcnemar: z.strictObject({ newer: z.number(), older: z.number(), p: z.number() }).nullable(),
  entropyMatched: z.strictObject({ accuracyNew: nullable, accuracyOld: nullable, kept: z.number() }),
  properties: z.array(
    z.strictObject({ property: z.string(), n: z.number(), accuracyNew: z.number(), accuracyOld: nullable }),
  ),
});

const driftSchema = z.strictObject({
  target: z.string(),
  n: z.number(),
  changed: quantitySchema,
  noise: quantitySchema,
  beyondNoise: quantitySchema,
  accuracyBefore: quantitySchema,
  accuracyAfter: quantitySchema,
});

const scalingSchema = z.strictObject({
  base: z.string(),
  target: z.string(),
  points: z.array(z.strictObject({ size: z.number(), accuracy: quantitySchema, advantage: quantitySchema })),
  lastDoubling: quantitySchema,
  plateau: z.boolean().nullable(),
});

const ladderSchema = ladderCurveSchema.extend({
  predictor: z.string(),
  base: z.string(),
  arm: z.enum(['untrained', 'self', 'cross', 'scramble']),
  target: z.string(),
});

const trainingGainSchema = z.strictObject({
  base: z.string(),
  target: z.string(),
  itemSpecific: quantitySchema,
  formatAndBaseRate: quantitySchema,
});

const armsSchema = z.strictObject({ self: quantitySchema, scramble: quantitySchema, untrained: quantitySchema });

const inModesSchema = z.strictObject({
  /** Deliberate minus direct; on the rows answered in every mode (null where all were). */
  difference: quantitySchema,
  read: quantitySchema.nullable(),
  /** Sign-flip p; `holm` adjusts it over all tests about reasoning. */
  p: nullable,
  holm: nullable,
  /** Smallest difference that 80 % of such studies find, at the adjusted level. */
  detectable: nullable,
  verdict: z.enum(reasoningVerdicts),
});

const reasoningSchema = z.strictObject({
  tests: z.number(),
  /** Each arm about the model that it was trained on, or about itself without training. */
  arms: z.array(
    accuracySchema
      .pick({ predictor: true, base: true, arm: true, trainedOn: true, target: true })
      .extend(inModesSchema.shape)
      .extend({
        direct: quantitySchema,
        deliberate: quantitySchema,
        /** Accuracy of the most frequent value of other rows, and the accuracy in each mode minus it. */
        constant: quantitySchema,
        gain: z.strictObject({ direct: quantitySchema, deliberate: quantitySchema }),
        coverage: z.strictObject({ direct: nullable, deliberate: nullable }),
      }),
  ),
  /** `difference`: what reasoning adds to the self-trained model, minus what it adds to the untrained one. */
  changes: z.array(inModesSchema.extend({ base: z.string(), untrained: quantitySchema, self: quantitySchema })),
});

/** The machine-readable result of an introspection study. Accuracies are shares, deviations percentage points. */
export const studyResultSchema = z.strictObject({
  seed: z.number(),
  pairs: z.array(pairSchema),
  /** The pairs on the rows that all predictors answered. */
  parsedPairs: z.array(pairSchema),
  /** The pairs before training; the base of the gains is coverage times the cross-fitted mode. */
  untrainedPairs: z.array(pairSchema),
  subsets: z.array(subsetSchema),
  /** Accuracy by group of task and property. */
  accuracy: z.array(accuracySchema),
  /** Accuracy of each predictor on each target. */
  predictors: z.array(predictorAccuracySchema),
  /** Self-prediction against cross-prediction, for each pair and property. */
  properties: z.array(propertySchema),
  /** Groups whose values differ by item, so that a guess may be better than their base rate; absent: none. */
  itemValueGroups: z.array(z.string()).optional(),
  beyondBaselines: z.array(
    z.strictObject({
      predictor: z.string(),
      target: z.string(),
      best: z.string().nullable(),
      difference: quantitySchema,
    }),
  ),
  trainingGains: z.array(trainingGainSchema),
  capabilities: z.array(
    z.strictObject({
      predictor: z.string(),
      base: z.string(),
      target: z.string(),
      readOff: nullable,
      fit: nullable,
      flags: z.array(z.string()),
    }),
  ),
  calibration: z.array(calibrationSchema),
  /** Predicted against observed shares of each predictor about each target. */
  reliability: z.array(reliabilitySchema),
  behaviorChange: z.array(changeSchema),
  /** How far training to predict itself changed each target's behavior. */
  drift: z.array(driftSchema),
  coupling: z.array(
    z.strictObject({
      target: z.string(),
      n: z.number(),
      label: quantitySchema,
      current: quantitySchema,
      difference: quantitySchema,
    }),
  ),
  scaling: z.array(scalingSchema),
  /** Each axis of the ladder, which no arm was trained on: scores of each arm about its target. */
  ladder: z.array(ladderSchema),
  transfer: z.array(
    z.strictObject({
      experiment: z.string(),
      base: z.string(),
      self: quantitySchema,
      scramble: quantitySchema,
      untrained: quantitySchema,
      /** The best constant answer on the executions of each arm, and the score of the arm minus it. */
      constant: armsSchema,
      gain: armsSchema,
      effect: quantitySchema,
      p: nullable,
      holm: nullable,
      usable: nullable,
      drift: z.strictObject({ ability: nullable, refused: nullable }),
    }),
  ),
  /** The arms with and without reasoning before the answer; absent in a study of one mode. */
  reasoning: reasoningSchema.optional(),
});

export type StudyResult = z.infer<typeof studyResultSchema>;
export type PairRecord = z.infer<typeof pairSchema>;
