import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { callOptionSchemas } from '../../answers/options/run-options.ts';
import { samplingSchema } from '../../domain/call.ts';
import { hyperParametersSchema } from '../../train/hosts/host-settings.ts';
import { portNames } from '../../train/hosts/registry.ts';
import { portSettingsSchema } from '../../train/jobs/job-event.ts';
import { AppError } from '../../util/app-error.ts';
import { anyObject, checkArguments } from '../../util/check-arguments.ts';
import { importFile } from '../../util/import-file.ts';
import { isRecord } from '../../util/is-record.ts';
import { plainIssues } from '../../util/plain-issues.ts';

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
    /** Ignored: intervals need no draws. Accepted so that older design files load. */
    resamples: count.optional(),
    /** A system prompt that changes behavior without training; predictions are elicited with and without mentioning it. */
    promptShift: z.strictObject({ system: name }).optional(),
    /**
     * A system prompt that no predictor sees. Under it, each target is its shifted self: a target of its own, on whose
     * answers its own model and the other targets are trained too.
     */
    shiftedSelves: z.strictObject({ system: name }).optional(),
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

const studyArguments = z.object({ design: anyObject });

/** Returns its argument; provides types for a study file. */
export function defineStudy(design: StudyDesign): StudyDesign {
  checkArguments('defineStudy', studyArguments, { design });
  return design;
}

/** Loads a study from a TypeScript or JSON file. AppError with every invalid field. */
export async function loadDesign(path: string): Promise<StudyDesign> {
  const file = resolve(path);
  if (!existsSync(file)) {
    throw new AppError('no-study', `study file not found: ${path}`, {
      hint: 'check the path; docs/study.md shows a study',
    });
  }
  return parseDesign(await contentOf(file, path), path);
}

/** Fields of earlier versions, with what to do instead. */
const removedFields = {
  sizes: 'run a study for each number of items, with `itemsPerTask`',
  filters: 'choose the items beforehand, with `tasks` or `items`',
  controls: '`seb train rows --arm read-off` and `seb run` measure what a model can name',
} as const;

/** Validates a study's fields. AppError with every invalid field. */
function parseDesign(content: unknown, path: string): StudyDesign {
  for (const [field, instead] of Object.entries(removedFields)) {
    if (!isRecord(content) || !(field in content)) continue;
    throw new AppError('bad-study', `${path}: the field ${field} was removed`, { hint: `remove it; ${instead}` });
  }
  const parsed = studyDesignSchema.safeParse(content, plainIssues);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path: place, message }) =>
    place.length === 0 ? message : `${place.join('.')}: ${message}`,
  );
  throw new AppError('bad-study', `${path}: ${issues.join('; ')}`, { hint: 'docs/study.md lists the fields' });
}

/** Returns whether a study file is data and not a program. */
export function isDataFile(path: string): boolean {
  return path.endsWith('.json');
}

async function contentOf(file: string, path: string): Promise<unknown> {
  try {
    if (isDataFile(file)) return JSON.parse(await readFile(file, 'utf8'));
    const module: { readonly default?: unknown } = await importFile(file);
    return module.default;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('bad-study', `${path} cannot be loaded: ${why}`, {
      hint: "end a TypeScript file with `export default defineStudy({ ... })`, imported from 'self-execution-benchmark/study'",
      cause,
    });
  }
}
