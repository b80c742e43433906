import { z } from 'zod';
import { canonicalJson, sha256 } from '../util/canonical-json.ts';
import type { Brand } from '../util/types.ts';
import { samplingSchema } from './call.ts';
import type { Condition } from './condition.ts';
import { controls } from './control.ts';
import { itemSelectionSchema } from './dataset.ts';
import { rubrics } from './judging.ts';
import { maxSelfRuns, selfRunLevels } from './tool.ts';

export type RunId = Brand<'RunId'>;

/** The shared factors; other fields are levels of factors that the experiment declares. */
const conditionSchema: z.ZodType<Condition> = z
  .object({
    wording: z.string(),
    optionOrder: z.enum(['given', 'reversed']),
    mode: z.enum(['direct', 'deliberate']),
    language: z.string(),
    system: z.string().nullable(),
    systemOn: z.enum(['both', 'execution']).optional(),
    constrain: z.literal('form').optional(),
    tools: z.enum(selfRunLevels).optional(),
    executor: z.string().optional(),
  })
  .catchall(z.string().nullable());

/** A model of a run: the name that the user gave, the identity that keys its answers, and its endpoint. */
const runModelSchema = z.strictObject({
  name: z.string(),
  identity: z.string(),
  baseUrl: z.string().nullable(),
  /** `predictions`: the model only predicts; `executions`: it only executes. Absent: both. */
  asks: z.enum(['both', 'predictions', 'executions']).optional(),
});
export type RunModel = z.infer<typeof runModelSchema>;

/** Limits of the tool `run_myself`, which hold for each prediction, and who runs and allows inner sessions. */
const selfRunSchema = z.strictObject({
  /** Models other than the subject that run inner sessions; a condition names one of them. */
  executors: z.array(runModelSchema),
  /** Levels of sessions inside each other. 1: an inner session has no tool. */
  depth: z.int().min(1),
  /** Inner sessions per prediction, on all levels together. */
  calls: z.int().min(1).max(maxSelfRuns),
  /** Output tokens of the inner sessions of a prediction together. Absent: each session has its own limit only. */
  tokens: z.int().positive().optional(),
  /** Model that approves each inner session. Absent: sessions need no approval. */
  approver: runModelSchema.optional(),
});
export type SelfRunLimits = z.infer<typeof selfRunSchema>;

/**
 * How people take part in a run whose models are people. `wait`: each person predicts, and answers at least `days` days after
 * the last prediction; `pair`: the first person predicts what the second answers.
 */
const peopleSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('wait'), days: z.number().min(0) }),
  z.strictObject({ kind: z.literal('pair') }),
]);

/** Everything that determines the requests of a run. Frozen when the run starts; its hash is the run's id. */
export const runConfigSchema = z.strictObject({
  models: z.array(runModelSchema).min(1),
  /** Null: every subject judges its own responses, as in the paper. */
  judge: runModelSchema.nullable(),
  judgeRubric: z.enum(rubrics),
  experiments: z
    .array(
      z.strictObject({
        name: z.string(),
        version: z.int(),
        dataset: z.strictObject({ name: z.string(), sha256: z.string(), items: z.int().min(1) }),
        conditions: z.array(conditionSchema).min(1),
      }),
    )
    .min(1),
  /** Which items of the data the data sets above hold. Absent: all items. */
  selection: itemSelectionSchema.optional(),
  /** Executions per item. */
  samples: z.int().min(1),
  /** Predictions per item and property. Absent: 1. */
  predictionSamples: z.int().min(2).optional(),
  /** Every model also predicts every other model by name. Absent: each predicts itself only. */
  askOthers: z.literal(true).optional(),
  /** How people take part. Absent: the models are language models. */
  people: peopleSchema.optional(),
  /** A control that is asked in addition to each prediction. Absent: none. */
  control: z.enum(controls).optional(),
  /** The tool of the conditions that have it. Absent: no condition has it. */
  selfRun: selfRunSchema.optional(),
  sampling: samplingSchema,
  seed: z.int(),
  /**
   * Separates the run's calls from those of equal runs, so that all calls are sent again. Absent: stored answers are
   * reused.
   */
  repeatAs: z.string().min(1).optional(),
});
/** How a run is executed. No setting affects an answer, so none is part of the run's hash. */
export const runSettingsSchema = z.strictObject({
  /** Maximum calls in flight per endpoint; null: the provider's default. */
  concurrency: z.int().positive().nullable(),
  /** `adaptive`: the limit adapts to the server; `fixed`: the limit is constant. */
  concurrencyMode: z.enum(['adaptive', 'fixed']),
  /** Timeout of an attempt in milliseconds. */
  timeoutMs: z.int().positive(),
  /** Attempts after the first. */
  retries: z.int().min(0),
  /** Maximum cost of the run in US dollars; null: no limit. */
  budget: z.number().positive().nullable(),
  /** Environment variable with the key of `openai-compatible` servers; null: no key is sent. */
  apiKeyVariable: z.string().nullable(),
  /** Field for the maximum of output tokens on OpenAI-compatible servers; absent: `max_tokens`, until a server rejects it. */
  maxTokensField: z.enum(['max_tokens', 'max_completion_tokens']).optional(),
  /** Price file in models.dev's format; null: the shipped one. */
  prices: z.string().nullable(),
  /** Processor of in-process models; null: the fastest available build. */
  gpu: z.enum(['auto', 'cuda', 'metal', 'vulkan', 'none']).nullable(),
  /** Context size in tokens of in-process models; null: as trained, at most 8,192. */
  contextSize: z.int().positive().nullable(),
  /** `single`: one sequence per context, so that answers are bit-identical; null: depends on the size of the file. */
  sequences: z.enum(['single', 'batched']).nullable(),
});
export type RunSettings = z.infer<typeof runSettingsSchema>;

export const defaultSettings: RunSettings = {
  concurrency: null,
  concurrencyMode: 'adaptive',
  timeoutMs: 600_000,
  retries: 5,
  budget: null,
  apiKeyVariable: null,
  prices: null,
  gpu: null,
  contextSize: null,
  sequences: null,
};

export type RunConfig = z.infer<typeof runConfigSchema>;

/**
 * Returns the run's id: the first 12 hex digits of the sha256 of the configuration. A data set counts by its content,
 * not its path.
 */
export function runId(config: RunConfig): RunId {
  const experiments = config.experiments.map(({ dataset, ...planned }) => ({ ...planned, data: dataset.sha256 }));
  return sha256(canonicalJson({ ...config, experiments })).slice(0, 12) as RunId; // the only place that creates run ids
}

/** Returns the key of a model in an experiment, for maps. */
export function modelKey(experiment: string, model: string): string {
  return JSON.stringify([experiment, model]);
}
