import { z } from 'zod';
import { samplingSchema } from '../domain/run-config.ts';
import { hyperParametersSchema, portSettingsSchema } from '../train/jobs/job-event.ts';
import { portNames } from '../train/ports/port-names.ts';

const name = z.string().min(1);
const names = z.array(name).min(1);
const count = z.int().positive();

/** Arms that a study can train. `untrained` needs no training; `self` and `cross` are both needed to compare two models. */
export const studyArms = ['untrained', 'self', 'cross', 'scramble'] as const;

const trainedSchema = z.strictObject({
  /** Name of the trained model, as `--model` takes it. */
  model: name,
  /** The model that was trained. */
  base: name,
  arm: z.enum(['self', 'cross', 'near-copy', 'scramble', 'shifted']),
  /** The target whose answers were the labels; of a shifted model: the model whose answers it was trained on last. */
  target: name,
});

const portSchema = portSettingsSchema
  .partial()
  .required({ port: true })
  .extend({
    port: z.enum(portNames),
    /** Hyperparameters, the same for all arms; what is left out is decided by the host. */
    hyperParameters: hyperParametersSchema.partial().optional(),
    /** US dollars for a million trained tokens. */
    price: z.number().min(0).optional(),
  });

const itemsPerTask = z.strictObject({ train: count.optional(), test: count.optional() });

export const studyDesignSchema = z
  .strictObject({
    /** Models whose answers are predicted. */
    targets: z.array(name).min(2, 'a study compares at least two targets'),
    /** Models that are trained to predict; absent: the targets. */
    predictors: names.optional(),
    arms: z.array(z.enum(studyArms)).min(1).optional(),
    /** Pairs of targets that are siblings of one family. */
    nearCopies: z.array(z.strictObject({ of: name, copy: name })).optional(),
    /** File of items whose answers' properties are predicted; absent: the shipped items. */
    items: name.optional(),
    /** Tasks of the items that the study uses; absent: all. */
    tasks: names.optional(),
    heldOut: z.strictObject({ tasks: z.array(name).optional(), pairs: z.array(name).optional() }).optional(),
    /** Maximum items of each task; which ones is decided by the seed. */
    itemsPerTask: itemsPerTask.optional(),
    /** Further numbers of training rows, for the scaling curve; nested. */
    sizes: z.array(count).optional(),
    port: portSchema.optional(),
    /** Models that are already trained: nothing is trained then. */
    trained: z.array(trainedSchema).min(1).optional(),
    /** Maximum training rows of each group of task and property. */
    cap: count.optional(),
    wordings: z.strictObject({ train: names.optional(), test: names.optional() }).optional(),
    /** Executions of a prompt. */
    samples: count.optional(),
    predictionSamples: count.optional(),
    sampling: samplingSchema.optional(),
    seed: z.int().optional(),
    /** Bootstrap draws of the analysis. */
    resamples: count.optional(),
    /** Controls of the predictors' capability: items of each task that they are measured on. */
    controls: z
      .strictObject({
        /** Training items that the trained models predict again: how well they fit their rows. */
        fit: count.optional(),
        /** Replies to training items whose property the base models name while the reply is shown. */
        readOff: count.optional(),
      })
      .optional(),
    /** A system prompt that changes behavior without training; predictions are asked with and without being told of it. */
    promptShift: z.strictObject({ system: name }).optional(),
    /** Self-execution experiments before and after training. */
    selfExecution: z.strictObject({ experiments: names, items: count.optional() }).optional(),
    /** US dollars that all steps together may cost. */
    budget: z.number().positive().optional(),
  })
  .refine(({ port, trained }) => (port === undefined) !== (trained === undefined), {
    error: 'name either a port to train at, or models that are already trained',
  })
  .refine(({ port, arms }) => (port === undefined) === (arms === undefined), {
    error: 'arms go with a port: models that are already trained carry their arm',
  });

/** An introspection study as its file states it. */
export type StudyDesign = z.infer<typeof studyDesignSchema>;

/** Returns its argument; gives a study file its types. */
export function defineStudy(design: StudyDesign): StudyDesign {
  return design;
}
