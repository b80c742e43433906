import { z } from 'zod';
import type { RunId } from '../domain/run-config.ts';
import { callOptionsOf } from '../run/options/run-options.ts';
import type { StoredStudy } from '../store/records/stored-study.ts';
import type { TrainedPair } from '../train/rows/split.ts';
import { AppError } from '../util/app-error.ts';
import { canonicalJson, type Json, sha256 } from '../util/canonical-json.ts';
import type { StudyArm } from './design/arms.ts';
import { type StudyDesign, studyDesignSchema } from './design/design.ts';
import { recordedSchema } from './recorded/recorded.ts';

/** The runs of a study in order of execution, with their progress messages. */
export const studySteps = {
  'training-executions': 'execute targets on training items',
  executions: 'execute targets on test items',
  predictions: 'predictions of all arms',
  'mode-predictions': 'predictions in the other mode',
  'trained-executions': 'execute trained models on test items',
  fit: 'predictions of trained models on training items',
  'read-off': 'properties of shown replies',
  'prompt-executions': 'execute models under the system prompt',
  'prompt-predictions': 'predictions of models that are given the system prompt',
  'ladder-executions': 'execute targets on the ladder',
  'ladder-predictions': 'predictions of all arms on the ladder',
  transfer: 'experiments that no arm was trained on',
} as const;
export type StudyStep = keyof typeof studySteps;

const stepNames = Object.keys(studySteps) as readonly StudyStep[];

const armSchema = z.strictObject({
  name: z.string(),
  base: z.string(),
  arm: z.enum(['untrained', 'self', 'cross', 'near-copy', 'scramble', 'read-off', 'shifted']),
  target: z.string().nullable(),
  size: z.number().nullable(),
  training: z.strictObject({ seed: z.number(), run: z.number() }).optional(),
  /** The model that gives the arm's predictions. */
  model: z.string(),
}) satisfies z.ZodType<StudyArm>;

/** A finished study in its stored form: every input of its result besides stored answers. */
const recordSchema = z.strictObject({
  design: studyDesignSchema,
  arms: z.array(armSchema),
  /** Tasks with the trained properties. */
  trained: z.array(z.strictObject({ task: z.string(), property: z.string() })) satisfies z.ZodType<TrainedPair[]>,
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

/** The part of a stored study that earlier versions named differently. */
const oldRecordSchema = z.looseObject({
  design: z.looseObject({
    selfExecution: z.object({ experiments: z.array(z.string()), items: z.number().optional() }),
  }),
  runs: z.array(z.object({ step: z.string(), run: z.string() })),
});

/** Returns the id of a study: the hash of its design, without the options that are not part of its runs' configuration. */
export function studyId(design: StudyDesign): string {
  const { baseUrl, ...calls } = callOptionsOf(design); // the runs' configuration includes the addresses of their models
  const other = new Set(['budget', 'callPrices', ...Object.keys(calls)]);
  return sha256(canonicalJson(Object.fromEntries(Object.entries(design).filter(([key]) => !other.has(key)))));
}

/** Returns a stored study with today's names: `transfer` was an object named `selfExecution`, and its step had that name. */
function renamed(record: Json): unknown {
  const old = oldRecordSchema.safeParse(record);
  if (!old.success) return record;
  const { design, runs } = old.data;
  const { selfExecution, ...rest } = design;
  const transfer = {
    transfer: selfExecution.experiments,
    ...(selfExecution.items === undefined ? {} : { transferItems: selfExecution.items }),
  };
  const steps = runs.map(({ step, run }) => ({ step: step === 'self-execution' ? 'transfer' : step, run }));
  return { ...old.data, design: { ...rest, ...transfer }, runs: steps };
}

/** Parses a study from its stored form. AppError if another version wrote it. */
export function parseStudyRecord(id: string, record: Json): StudyRecord {
  const parsed = recordSchema.safeParse(renamed(record));
  if (parsed.success) return parsed.data;
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
  try {
    return parseStudyRecord(id, record).runs.map(({ run }) => run as RunId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [];
  }
}
