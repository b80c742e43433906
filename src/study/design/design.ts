import { z } from 'zod';
import { samplingSchema } from '../../domain/run-config.ts';
import { callOptionSchemas } from '../../run/options/run-options.ts';
import { hyperParametersSchema } from '../../train/hosts/host-settings.ts';
import { portNames } from '../../train/hosts/registry.ts';
import { portSettingsSchema } from '../../train/jobs/job-event.ts';

const name = z.string().min(1);
const names = z.array(name).min(1);
const count = z.int().positive();

/** Arms that a study can train. `untrained` needs no training; `self` and `cross` are both needed to compare two models. */
const studyArms = ['untrained', 'self', 'cross', 'scramble'] as const;

const trainedSchema = z.strictObject({
  /** Name of the trained model, as `--model` takes it. */
  model: name,
  /** The model that was trained. */
  base: name,
  arm: z.enum(['self', 'cross', 'near-copy', 'scramble', 'shifted']),
  /** The target whose answers were the labels; for a shifted model, the model whose answers it was trained on last. */
  target: name,
});

const portSchema = portSettingsSchema
  .partial()
  .required({ port: true })
  .extend({
    port: z.enum(portNames),
    /** Hyperparameters of all arms; the host decides missing ones. */
    hyperParameters: hyperParametersSchema.partial().optional(),
    /** US dollars per million trained tokens. */
    price: z.number().min(0).optional(),
  });

const callPrice = z.strictObject({ input: z.number().min(0), output: z.number().min(0) });

const itemsPerTask = z.strictObject({ train: count.optional(), test: count.optional() });

export const studyDesignSchema = z
  .strictObject({
    /** Models whose answers are predicted. */
    targets: z.array(name).min(2, 'a study compares at least two targets'),
    /** Models that are trained to predict; absent: the targets. */
    predictors: names.optional(),
    arms: z.array(z.enum(studyArms)).min(1).optional(),
    /** Pairs of targets of one model family. */
    nearCopies: z.array(z.strictObject({ of: name, copy: name })).optional(),
    /** The experiment whose answers are predicted; absent: the shipped one that declares training. */
    experiment: name.optional(),
    /** File of items; their answers' properties are predicted. Absent: the shipped items. */
    items: name.optional(),
    /** Tasks whose items the study uses; absent: all. */
    tasks: names.optional(),
    heldOut: z.strictObject({ tasks: z.array(name).optional(), pairs: z.array(name).optional() }).optional(),
    /** Maximum items per task; the seed selects them. */
    itemsPerTask: itemsPerTask.optional(),
    /** Seeds of the training runs of each arm, on the same rows; absent: one run with the seed of the study. */
    trainingSeeds: z.array(z.int()).min(1).optional(),
    /** Additional numbers of training rows, for the scaling curve; nested. */
    sizes: z.array(count).optional(),
    port: portSchema.optional(),
    /** Already trained models: nothing is trained. */
    trained: z.array(trainedSchema).min(1).optional(),
    /** Maximum training rows per group of task and property. */
    cap: count.optional(),
    wordings: z.strictObject({ train: names.optional(), test: names.optional() }).optional(),
    /**
     * Modes of the prediction prompt that the arms are compared in: the answer alone, or with reasoning before it. All
     * analyses but this comparison use the first one; absent: the experiment's default, and no comparison.
     */
    modes: z
      .array(z.enum(['direct', 'deliberate']))
      .refine((modes) => modes.length === 2 && new Set(modes).size === 2, 'list both modes: direct and deliberate')
      .optional(),
    /** Executions per prompt. */
    samples: count.optional(),
    predictionSamples: count.optional(),
    sampling: samplingSchema.optional(),
    /** How calls are sent: servers, keys, limits, price file, processor. The same options as those of `seb run`. */
    ...callOptionSchemas(z),
    /** US dollars per million tokens of calls to the models trained from each base, which no price file lists. */
    callPrices: z.record(z.string(), callPrice).optional(),
    seed: z.int().optional(),
    /** Parts of the test items that the pairs are analyzed on too, chosen by the first half of the executions. */
    filters: z
      .strictObject({
        /** Groups in which the values of each target have at least this many bits of entropy. */
        minEntropy: z.number().positive().optional(),
        /** Strings on which at least this share of each target's executions agree. */
        stable: z.number().gt(0).max(1).optional(),
      })
      .optional(),
    /** Ignored: intervals need no draws. Accepted so that older design files load. */
    resamples: count.optional(),
    /** Controls of the predictors' capability: number of items of each task. */
    controls: z
      .strictObject({
        /** Number of training items that the trained models predict again, to measure how well they fit their rows. */
        fit: count.optional(),
        /** Number of replies to training items whose property the base models read off while they see the reply. */
        readOff: count.optional(),
      })
      .optional(),
    /** A system prompt that changes behavior without training; predictions are elicited with and without mentioning it. */
    promptShift: z.strictObject({ system: name }).optional(),
    /** Experiments that no arm is trained on, before and after training: does trained self-prediction transfer to them? */
    transfer: names.optional(),
    /** Items of each of them; absent: all of the starter set. */
    transferItems: count.optional(),
    /** Items at each rung of the experiment's ladder, which no arm is trained on; absent: none. */
    ladder: count.optional(),
    /** Maximum cost of all steps together, in US dollars. */
    budget: z.number().positive().optional(),
  })
  .refine(({ port, trained }) => (port === undefined) !== (trained === undefined), {
    error: 'give either a training port or models that are already trained',
  })
  .refine(({ port, arms }) => (port === undefined) === (arms === undefined), {
    error: 'arms go with a port: models that are already trained carry their arm',
  });

/** An introspection study, as its file defines it. */
export type StudyDesign = z.infer<typeof studyDesignSchema>;

/** Returns its argument; provides types for a study file. */
export function defineStudy(design: StudyDesign): StudyDesign {
  return design;
}
