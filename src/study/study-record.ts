import { z } from 'zod';
import { callOptionsOf } from '../answers/options/run-options.ts';
import type { RunId } from '../domain/run-config.ts';
import type { ExecutedIn } from '../report/input/report-input.ts';
import { arms } from '../results/study-result.ts';
import type { StoredStudy } from '../store/stored-study.ts';
import { AppError } from '../util/app-error.ts';
import { canonicalJson, type Json, sha256 } from '../util/canonical-json.ts';
import type { StudyArm } from './design/arms.ts';
import { type StudyDesign, studyDesignSchema } from './design/design.ts';
import { recordedSchema } from './recorded-tables.ts';

/** The runs of a study in order of execution, with their progress messages. */
export const studySteps = {
  'training-executions': 'execute targets on training items',
  'shifted-training-executions': 'execute shifted selves on training items',
  executions: 'execute targets on test items',
  'shifted-executions': 'execute shifted selves on test items',
  predictions: 'predictions of all arms',
  'mode-predictions': 'predictions in the other mode',
  'trained-executions': 'execute trained models on test items',
  'prompt-executions': 'execute models under the system prompt',
  'prompt-predictions': 'predictions of models that are given the system prompt',
  'ladder-executions': 'execute targets on the ladder',
  'ladder-predictions': 'predictions of all arms on the ladder',
  transfer: 'experiments that no arm was trained on',
  // controls of earlier versions, which stored studies may have
  fit: 'predictions of trained models on training items',
  'read-off': 'properties of shown replies',
} as const;
export type StudyStep = keyof typeof studySteps;

const stepNames = Object.keys(studySteps) as readonly StudyStep[];

const armSchema = z.strictObject({
  name: z.string(),
  base: z.string(),
  arm: z.enum(arms),
  target: z.string().nullable(),
  shiftedOf: z.string().optional(),
  training: z.strictObject({ seed: z.number(), run: z.number() }).optional(),
  /** The model that gives the arm's predictions. */
  model: z.string(),
}) satisfies z.ZodType<StudyArm>;

/** A finished study in its stored form: every input of its result besides stored answers. */
const recordSchema = z.strictObject({
  design: studyDesignSchema,
  arms: z.array(armSchema),
  runs: z.array(z.strictObject({ step: z.enum(stepNames), run: z.string() })),
  jobs: z.array(z.strictObject({ arm: z.string(), job: z.string(), model: z.string() })),
  /** Notes for the reader about the design and the port. */
  notes: z.array(z.string()),
  /** Tables of a study that was trained elsewhere; absent: the study's own runs have the answers. */
  recorded: recordedSchema.optional(),
  testItems: z.number(),
  testStrings: z.number(),
});
export type StudyRecord = z.infer<typeof recordSchema>;

/** A study that has not finished: the step that it is at, its place among all steps, and the runs so far. */
const unfinishedSchema = z.strictObject({
  step: z.enum(stepNames),
  place: z.int(),
  steps: z.int(),
  runs: z.array(z.strictObject({ step: z.enum(stepNames), run: z.string() })),
});
export type UnfinishedStudy = z.infer<typeof unfinishedSchema>;

/** Returns a stored study that has not finished; null for one that has, or that cannot be read. */
export function unfinishedStudy({ record }: Pick<StoredStudy, 'record'>): UnfinishedStudy | null {
  return unfinishedSchema.safeParse(record).data ?? null;
}

/** Returns the step that an unfinished study is at: `2 of 3, predictions of all arms`. */
export function placeText({ place, steps, step }: UnfinishedStudy): string {
  return `${place} of ${steps}, ${studySteps[step]}`;
}

/** Returns the id of a study: the hash of its design, without the options that are not part of its runs' configuration. */
export function studyId(design: StudyDesign): string {
  const { baseUrl, ...calls } = callOptionsOf(design); // the runs' configuration includes the addresses of their models
  const other = new Set(['budget', 'callPrices', ...Object.keys(calls)]);
  return sha256(canonicalJson(Object.fromEntries(Object.entries(design).filter(([key]) => !other.has(key)))));
}

/** The parts of a stored study that earlier versions wrote differently. */
const earlierRecordSchema = z.looseObject({
  design: z.looseObject({
    selfExecution: z.object({ experiments: z.array(z.string()), items: z.number().optional() }).optional(),
  }),
  arms: z.array(z.looseObject({ size: z.number().nullable().optional() })),
  runs: z.array(z.object({ step: z.string(), run: z.string() })),
});

/**
 * Returns a stored study in today's form. Earlier versions had arms with fewer training rows (`size`), filters and controls,
 * which are no longer analyzed, and named `transfer` and its step after self-execution.
 */
function upgraded(record: Json): unknown {
  const earlier = earlierRecordSchema.safeParse(record);
  if (!earlier.success) return record;
  const { trained: _, ...rest } = earlier.data;
  const { selfExecution, sizes: _sizes, filters: _filters, controls: _controls, ...design } = rest.design;
  const transfer =
    selfExecution === undefined
      ? {}
      : {
          transfer: selfExecution.experiments,
          ...(selfExecution.items === undefined ? {} : { transferItems: selfExecution.items }),
        };
  return {
    ...rest,
    design: { ...design, ...transfer },
    arms: rest.arms.flatMap(({ size = null, ...arm }) => (size === null ? [arm] : [])),
    runs: rest.runs.map(({ step, run }) => ({ step: step === 'self-execution' ? 'transfer' : step, run })),
  };
}

/** Parses a study from its stored form. AppError if another version wrote it. */
export function parseStudyRecord(id: string, record: Json): StudyRecord {
  const parsed = recordSchema.safeParse(upgraded(record));
  if (parsed.success) return parsed.data;
  const unfinished = unfinishedStudy({ record });
  if (unfinished !== null)
    throw new AppError('study-unfinished', `study ${id.slice(0, 12)} is at step ${placeText(unfinished)}`, {
      hint: 'it has no result yet; run the same command again, which continues where it stopped',
    });
  throw new AppError('store-damaged', `study ${id.slice(0, 12)} cannot be read`, {
    hint: 'it was written by a different version; use the version that wrote it, or run the study again',
    cause: parsed.error,
  });
}

/** Returns the run of a step; null if the study skipped the step. */
export function runOfStep({ runs }: Pick<StudyRecord, 'runs'>, step: StudyStep): RunId | null {
  return (runs.find((each) => each.step === step)?.run ?? null) as RunId | null; // written from a RunId
}

/** Returns the runs of a stored study, without its result; empty if the study cannot be read. */
export function runsOfStudy({ id, record }: Pick<StoredStudy, 'id' | 'record'>): readonly RunId[] {
  const unfinished = unfinishedStudy({ record });
  if (unfinished !== null) return unfinished.runs.map(({ run }) => run as RunId);
  try {
    return parseStudyRecord(id, record).runs.map(({ run }) => run as RunId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [];
  }
}

/** Steps that predict, with the step whose executions their predictions are about. */
const executedBefore: Readonly<Partial<Record<StudyStep, StudyStep>>> = {
  predictions: 'executions',
  'mode-predictions': 'executions',
  fit: 'training-executions',
  'prompt-predictions': 'prompt-executions',
  'ladder-predictions': 'ladder-executions',
};

/**
 * Returns the executions that the predictions of a model in a run of a study are about: those of the target that the
 * model was trained on, of the model itself without training, and of the model itself under the system prompt of the
 * study. Of a model that was trained on a shifted self, those of the shifted self. Null for a run that the study does not know, or whose predictions are about no execution.
 */
export function executionsOfStudy(record: StudyRecord, run: string, model: string): ExecutedIn | null {
  const step = record.runs.find((each) => each.run === run)?.step;
  const arm = record.arms.find((each) => each.model === model);
  const { shiftedOf } = arm ?? {};
  const before = step === undefined ? undefined : shiftedOf === undefined ? executedBefore[step] : 'shifted-executions';
  const executed: RunId | null = before === undefined ? null : runOfStep(record, before);
  if (executed === null || arm === undefined) return null;
  return { run: executed, model: step === 'prompt-predictions' ? model : (shiftedOf ?? arm.target ?? arm.base) };
}
